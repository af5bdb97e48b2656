import { Alert, Button, Group, Select, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { ListItem } from '../api/action-types.js'
import { useActionMutation, useActionQuery } from '../api/use-action.js'
import { useText } from '../i18n/use-text.js'
import { ErrorAlert } from '../ui/error-alert.js'
import type { ShownPartner } from './shown-partner.js'

type Campaign = ListItem<'/operator/campaign_list'>

const TYPING_DELAY_MS = 300
const SHOWN_CAMPAIGNS = 20

const toLabel = ({ lpid, name }: Pick<Campaign, 'lpid' | 'name'>) => (name === lpid ? lpid : `${name} (${lpid})`)

export function GiveCampaignForm({ partner, onClose }: { partner: ShownPartner; onClose(): void }) {
  const text = useText('console-partners')
  const general = useText('console')
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<Campaign | null>(null)
  const [error, setError] = useState<string | null>(null)
  // The field shows the label of the chosen campaign, which is no search.
  const q = chosen !== null && typed === toLabel(chosen) ? chosen.lpid : typed.trim()
  const [searched] = useDebouncedValue(q.slice(0, 64), TYPING_DELAY_MS)
  const found = useActionQuery('/operator/campaign_list', {
    page_size: SHOWN_CAMPAIGNS,
    ...(searched !== '' && { q: searched })
  })
  const list = found.data?.list ?? []
  const give = useActionMutation('/operator/partner_give', {
    changes: ['/operator/partner_show', '/operator/partner_list', '/operator/campaign_list', '/operator/campaign_show'],
    onSuccess: () => {
      if (chosen !== null)
        notifications.show({ message: text('given', { campaign: toLabel(chosen), name: partner.name }) })
      onClose()
    }
  })
  const isOwn = chosen?.partner_id === partner.id
  const options = chosen === null || list.some(({ lpid }) => lpid === chosen.lpid) ? list : [chosen, ...list]
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        if (chosen === null) setError(text('chooseCampaign'))
        else if (isOwn) setError(text('ownAlready'))
        else give.mutate({ id: partner.id, lpid: chosen.lpid })
      }}
    >
      <Stack>
        <Text size="sm" c="dimmed">
          {text('giveLead')}
        </Text>
        <Select
          label={text('campaign')}
          description={text('campaignHint')}
          searchable
          required
          data-autofocus
          data={options.map(campaign => ({ value: campaign.lpid, label: toLabel(campaign) }))}
          // The server searches, also by parts of the id.
          filter={({ options: all }) => all}
          nothingFoundMessage={found.isPending ? general('loading') : text('noSuchCampaign')}
          searchValue={typed}
          onSearchChange={setTyped}
          value={chosen?.lpid ?? null}
          onChange={lpid => {
            setError(null)
            setChosen(options.find(campaign => campaign.lpid === lpid) ?? null)
          }}
          error={error}
        />
        {chosen !== null && !isOwn && chosen.partner_id !== null && <FormerPartner id={chosen.partner_id} />}
        <ErrorAlert error={give.error ?? found.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {general('cancel')}
          </Button>
          <Button type="submit" loading={give.isPending}>
            {text('give')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function FormerPartner({ id }: { id: string }) {
  const text = useText('console-partners')
  const former = useActionQuery('/operator/partner_show', { id })
  return <Alert color="yellow">{text('takenFrom', { name: former.data?.partner.name ?? id })}</Alert>
}
