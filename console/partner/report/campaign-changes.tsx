import { Button, Group, List, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useMemo } from 'react'
import type { ListItem } from '../../api/action-types.js'
import { useActionList } from '../../api/use-action.js'
import { useFormats } from '../../i18n/formats.js'
import { useLanguage } from '../../i18n/language.js'
import { useText } from '../../i18n/use-text.js'
import { ErrorAlert } from '../../ui/error-alert.js'
import type { ChangesRequest } from './changes-request.js'

interface CampaignChangesProps {
  request: ChangesRequest
  /** Time zone of the report. */
  zone: string
}

type ChangeEntry = ListItem<'/partner/campaign_changes'>
type Change = ChangeEntry['changes'][number]

/** Says which settings of the campaigns changed in the period, because that explains numbers. */
export function CampaignChanges(props: CampaignChangesProps) {
  // Suspends here, because React cannot replay a component that has hooks after it (error 467).
  useText('console-changes')
  return <ChangeList {...props} />
}

function ChangeList({ request, zone }: CampaignChangesProps) {
  const text = useText('console-changes')
  const partner = useText('console-partner')
  const { language } = useLanguage()
  const { items, query } = useActionList('/partner/campaign_changes', request)
  const format = useMemo(
    () => new Intl.DateTimeFormat(language.formatTag, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone }),
    [language, zone]
  )
  return (
    <Paper withBorder p="md" component="section" aria-label={text('title')}>
      <Title order={2} size="h4">
        {text('title')}
      </Title>
      <ErrorAlert error={items.length === 0 ? query.error : null} onRetry={() => void query.refetch()} />
      {query.isPending && <Skeleton h={48} mt="sm" />}
      {!query.isPending && query.error === null && (
        <Text size="sm" c="dimmed" mb={items.length > 0 ? 'sm' : 0}>
          {text(items.length > 0 ? 'lead' : 'empty')}
        </Text>
      )}
      <Stack gap="sm">
        {items.map(entry => (
          <Stack key={entry.id} gap={2}>
            <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {[
                format.format(new Date(entry.changed_at)),
                entry.lpid === null ? partner('allCampaigns') : entry.campaign_name || entry.lpid,
                entry.changed_by === null ? text('byOperator') : text('by', { name: entry.changed_by })
              ].join(' · ')}
            </Text>
            <List size="sm" listStyleType="disc" style={{ overflowWrap: 'anywhere' }}>
              {entry.changes.map((change, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the changes of an entry never move
                <List.Item key={index}>
                  <ChangeLine change={change} />
                </List.Item>
              ))}
            </List>
          </Stack>
        ))}
      </Stack>
      {query.hasNextPage && (
        <Group mt="sm">
          <Button
            size="xs"
            variant="default"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {text('more')}
          </Button>
        </Group>
      )}
    </Paper>
  )
}

function ChangeLine({ change }: { change: Change }) {
  const text = useText('console-changes')
  const { number } = useFormats()
  const { setting, before, before_name, after, after_name, detail } = change
  const id = after ?? before ?? ''
  switch (setting) {
    case 'theme':
      return text('theme')
    case 'experiment':
      return text(after === 'running' ? 'experiment_running' : 'experiment_ended', { name: detail ?? '' })
    case 'postback':
      return text(after === null ? 'postback_removed' : 'postback_added', { event: id, url: detail ?? '' })
    case 'api_key':
      return text(after === null ? 'api_key_ended' : 'api_key_created', { id })
    case 'signing_key':
      return text(after === null ? 'signing_key_ended' : 'signing_key_created', { id })
  }
  const toWords = (value: string | null, name: string | null) => {
    if (value === null) return text(`none_${setting}`)
    if (setting === 'status') return text(value === 'active' ? 'status_active' : 'status_closed')
    return name ?? (/^\d+$/.test(value) ? number(Number(value)) : value)
  }
  return text('fromTo', {
    setting: text(`setting_${setting}`),
    before: toWords(before, before_name),
    after: toWords(after, after_name)
  })
}
