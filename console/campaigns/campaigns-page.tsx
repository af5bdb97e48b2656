import { Anchor, Badge, Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import IconPlus from '@tabler/icons-react/icons/IconPlus'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ListItem } from '../api/action-types.js'
import { useActionList, useActionQuery } from '../api/use-action.js'
import { useMember } from '../api/use-session.js'
import { useText } from '../i18n/use-text.js'
import { columnsOf } from '../ui/data-table.js'
import { ListTable } from '../ui/list-table.js'
import { Page } from '../ui/page.js'
import { TimeText } from '../ui/time-text.js'

type ListedCampaign = ListItem<'/operator/campaign_list'>

const TYPING_DELAY_MS = 300
const statuses = ['all', 'active', 'closed'] as const
const campaignColumns = columnsOf<ListedCampaign>()
export const mayEdit = (role: string) => role === 'owner' || role === 'editor'

export function CampaignsPage() {
  const text = useText('console-campaigns')
  const general = useText('console')
  const { role } = useMember()
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), TYPING_DELAY_MS)
  const [status, setStatus] = useState<(typeof statuses)[number]>('all')
  const list = useActionList('/operator/campaign_list', {
    ...(q !== '' && { q }),
    ...(status !== 'all' && { status })
  })
  const mayReadPartners = role !== 'support'
  const partners = useActionQuery('/operator/partner_list', {}, { isEnabled: mayReadPartners })
  const findPartnerName = (id: string | null) =>
    id === null ? '—' : (partners.data?.list.find(partner => partner.id === id)?.name ?? id)
  const columns = campaignColumns.columns([
    campaignColumns.display({
      id: 'name',
      header: text('name'),
      cell: ({ row: { original } }) => (
        <Stack gap={0}>
          <Anchor component={Link} to="/campaigns/edit" search={{ lpid: original.lpid } as never} size="sm" fw={600}>
            {original.name}
          </Anchor>
          <Text size="xs" c="dimmed">
            {original.lpid}
          </Text>
        </Stack>
      )
    }),
    campaignColumns.display({
      id: 'status',
      header: text('status'),
      cell: ({ row }) => <CampaignStatus status={row.original.status} />
    }),
    campaignColumns.display({
      id: 'partner',
      header: text('partner'),
      cell: ({ row }) => findPartnerName(row.original.partner_id)
    }),
    campaignColumns.display({
      id: 'start',
      header: text('start_drama_id'),
      cell: ({ row: { original } }) =>
        original.start_drama_id === null ? text('home') : `${original.start_drama_id}:${original.start_episode_no ?? 1}`
    }),
    campaignColumns.display({
      id: 'created',
      header: text('created'),
      cell: ({ row }) => <TimeText instant={row.original.created_at} />
    })
  ])
  return (
    <Page
      title={general('campaigns')}
      lead={text('campaignsLead')}
      actions={
        mayEdit(role) && (
          <Button component={Link} to="/campaigns/create" leftSection={<IconPlus size={18} />}>
            {text('newCampaign')}
          </Button>
        )
      }
    >
      <Group align="flex-end">
        <TextInput
          label={text('search')}
          value={typed}
          maxLength={64}
          onChange={event => setTyped(event.currentTarget.value)}
        />
        <SegmentedControl
          aria-label={text('status')}
          data={statuses.map(name => ({ value: name, label: text(`status_${name}`) }))}
          value={status}
          onChange={value => setStatus(statuses.find(name => name === value) ?? 'all')}
        />
      </Group>
      <ListTable
        label={general('campaigns')}
        list={list}
        columns={columns}
        toKey={({ lpid }) => lpid}
        empty={text(q === '' && status === 'all' ? 'noCampaigns' : 'noMatches')}
      />
    </Page>
  )
}

export function CampaignStatus({ status }: { status: 'active' | 'closed' }) {
  const text = useText('console-campaigns')
  return (
    <Badge variant="dot" miw="max-content" color={status === 'active' ? 'green' : 'gray'}>
      {text(`status_${status}`)}
    </Badge>
  )
}
