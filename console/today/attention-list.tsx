import { Anchor, Badge, Group, Paper, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import IconAlertTriangle from '@tabler/icons-react/icons/IconAlertTriangle'
import IconCheck from '@tabler/icons-react/icons/IconCheck'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { useActionQuery } from '../api/use-action.js'
import { useMember } from '../api/use-session.js'
import { useFormats } from '../i18n/formats.js'
import { useText } from '../i18n/use-text.js'
import { ErrorAlert } from '../ui/error-alert.js'
import { TimeText } from '../ui/time-text.js'
import { type AttentionAddress, type AttentionItem, findAttentionPage, findCampaignPage } from './attention-links.js'

/** What a person has to do, with how much of it and since when. */
export function AttentionList() {
  const text = useText('console-today')
  const attention = useActionQuery('/operator/attention', {})
  return (
    <Paper withBorder p="md" component="section" aria-label={text('attention')}>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {text('attention')}
        </Title>
        <ErrorAlert
          error={attention.data === undefined ? attention.error : null}
          onRetry={() => void attention.refetch()}
        />
        {attention.data?.list.length === 0 && (
          <Group gap="xs">
            <ThemeIcon variant="light" color="green" size="sm" aria-hidden>
              <IconCheck size={14} />
            </ThemeIcon>
            <Text size="sm">{text('nothingWaits')}</Text>
          </Group>
        )}
        {attention.data?.list.map(item => (
          <AttentionRow key={item.kind} item={item} />
        ))}
      </Stack>
    </Paper>
  )
}

function AttentionRow({ item }: { item: AttentionItem }) {
  const text = useText('console-today')
  const member = useMember()
  const { number } = useFormats()
  const { kind, count, overdue, oldest_at: oldestAt, campaigns } = item
  const page = findAttentionPage(item, member)
  const label = text(`attention_${kind}`, { count })
  return (
    <Group gap="sm" align="flex-start" wrap="nowrap">
      <ThemeIcon variant="light" color="orange" size="sm" aria-hidden>
        <IconAlertTriangle size={14} />
      </ThemeIcon>
      <Stack gap={2} style={{ minWidth: 0 }}>
        <Group gap="xs">
          <AttentionLink address={page} size="sm" fw={600}>
            {label}
          </AttentionLink>
          {overdue > 0 && (
            <Badge size="sm" color="red" variant="light">
              {text('overdue', { count: overdue })}
            </Badge>
          )}
        </Group>
        {oldestAt !== null && (
          <Text size="xs" c="dimmed">
            {text('oldest')} <TimeText instant={oldestAt} />
          </Text>
        )}
        {campaigns.length > 0 && (
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {campaigns.map((campaign, index) => (
              <Fragment key={campaign.lpid}>
                {index > 0 && ', '}
                <AttentionLink address={findCampaignPage(item.target, campaign, member)} size="xs">
                  {campaign.name || campaign.lpid || text('noCampaign')}
                  {campaign.count > 1 && ` (${number(campaign.count)})`}
                </AttentionLink>
              </Fragment>
            ))}
          </Text>
        )}
      </Stack>
    </Group>
  )
}

interface AttentionLinkProps {
  /** Null for a page that the role does not see. */
  address: AttentionAddress | null
  size: 'xs' | 'sm'
  fw?: number
  children: ReactNode
}

function AttentionLink({ address, children, ...style }: AttentionLinkProps) {
  if (address === null) {
    return (
      <Text component="span" {...style}>
        {children}
      </Text>
    )
  }
  return (
    <Anchor component={Link} to={address.to} search={(address.search ?? {}) as never} {...style}>
      {children}
    </Anchor>
  )
}
