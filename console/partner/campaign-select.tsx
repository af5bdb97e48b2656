import { Select } from '@mantine/core'
import { useActionQuery } from '../api/use-action.js'
import { useText } from '../i18n/use-text.js'
import { CAMPAIGN_LIST_REQUEST } from './campaign-list-request.js'

interface CampaignSelectProps {
  value: string | undefined
  onChange(lpid: string | undefined): void
  /** Whether all campaigns together can be chosen. */
  hasAll?: boolean
  error?: string | undefined
}

export function CampaignSelect({ value, onChange, hasAll = true, error }: CampaignSelectProps) {
  const text = useText('console-partner')
  const campaigns = useActionQuery('/partner/campaign_list', CAMPAIGN_LIST_REQUEST)
  const list = campaigns.data?.list ?? []
  const known = list.map(({ lpid, name }) => ({ value: lpid, label: name === lpid ? lpid : `${name} (${lpid})` }))
  const isListed = value === undefined || list.some(({ lpid }) => lpid === value)
  return (
    <Select
      label={text('campaign')}
      placeholder={text(hasAll ? 'allCampaigns' : 'chooseCampaign')}
      nothingFoundMessage={text('noCampaigns')}
      searchable
      clearable={hasAll}
      data={isListed ? known : [...known, { value, label: value }]}
      value={value ?? null}
      onChange={chosen => onChange(chosen ?? undefined)}
      error={error}
      miw={270}
    />
  )
}
