import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ListItem } from '../api/action-types.js'
import { useActionList } from '../api/use-action.js'
import { useText } from '../i18n/use-text.js'
import { columnsOf } from '../ui/data-table.js'
import { Dialog } from '../ui/dialog.js'
import { lazyWithRetry } from '../ui/lazy-with-retry.js'
import { ListTable } from '../ui/list-table.js'
import { TimeText } from '../ui/time-text.js'
import type { PartnerPartProps } from './shown-partner.js'

const GiveCampaignForm = lazyWithRetry(() => import('./give-campaign-form.js').then(module => module.GiveCampaignForm))

const campaignColumns = columnsOf<ListItem<'/operator/campaign_list'>>()

export function PartnerCampaigns({ partner, mayChange }: PartnerPartProps) {
  const text = useText('console-partners')
  const list = useActionList('/operator/campaign_list', { partner_id: partner.id })
  const [isGiving, setGiving] = useState(false)
  const close = () => setGiving(false)
  const columns = campaignColumns.columns([
    campaignColumns.display({
      id: 'name',
      header: text('campaign'),
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
      cell: ({ row: { original } }) => (
        <Badge variant="dot" miw="max-content" color={original.status === 'active' ? 'green' : 'gray'}>
          {text(`status_${original.status}`)}
        </Badge>
      )
    }),
    campaignColumns.display({
      id: 'created',
      header: text('created'),
      cell: ({ row }) => <TimeText instant={row.original.created_at} />
    })
  ])
  return (
    <Stack>
      <Group justify="space-between">
        <Text c="dimmed" size="sm">
          {text('activeCampaigns', { count: partner.active_campaigns })}
        </Text>
        {mayChange && <Button onClick={() => setGiving(true)}>{text('giveCampaign')}</Button>}
      </Group>
      <ListTable
        label={text('campaigns')}
        list={list}
        columns={columns}
        toKey={({ lpid }) => lpid}
        empty={text('noCampaigns')}
      />
      <Dialog opened={isGiving} onClose={close} title={text('giveCampaign')}>
        <GiveCampaignForm partner={partner} onClose={close} />
      </Dialog>
    </Stack>
  )
}
