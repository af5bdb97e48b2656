import { Anchor, Badge, Button, Group, Select } from '@mantine/core'
import IconFlask from '@tabler/icons-react/icons/IconFlask'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useActionList } from '../../api/use-action.js'
import { useMember } from '../../api/use-session.js'
import { useText } from '../../i18n/use-text.js'
import { columnsOf } from '../../ui/data-table.js'
import { ListTable } from '../../ui/list-table.js'
import { Page } from '../../ui/page.js'
import { TimeText } from '../../ui/time-text.js'
import { CampaignSelect } from '../campaign-select.js'
import { PartnerFrame } from '../partner-frame.js'
import { type ListedExperiment, statusColors } from './experiment.js'

const statuses = ['all', 'draft', 'running', 'ended'] as const
const experimentColumns = columnsOf<ListedExperiment>()

export const ExperimentsPage = () => (
  <PartnerFrame>
    <Experiments />
  </PartnerFrame>
)

function Experiments() {
  const text = useText('console-experiments')
  const general = useText('console')
  const { role } = useMember()
  const [status, setStatus] = useState<(typeof statuses)[number]>('all')
  const [lpid, setLpid] = useState<string>()
  const experiments = useActionList('/partner/experiment_list', {
    ...(status !== 'all' && { status }),
    ...(lpid !== undefined && { lpid })
  })
  const columns = experimentColumns.columns([
    experimentColumns.display({
      id: 'name',
      header: text('name'),
      cell: ({ row: { original } }) => (
        <Anchor
          component={Link}
          to={original.status === 'draft' ? '/partner/experiments/edit' : '/partner/experiments/show'}
          search={{ id: original.id } as never}
          size="sm"
          fw={600}
        >
          {original.name}
        </Anchor>
      )
    }),
    experimentColumns.display({
      id: 'campaign',
      header: text('campaign'),
      cell: ({ row: { original } }) => original.campaign_name
    }),
    experimentColumns.display({
      id: 'status',
      header: text('status'),
      cell: ({ row: { original } }) => (
        <Badge color={statusColors[original.status]} variant="dot" miw="max-content">
          {text(`status_${original.status}`)}
        </Badge>
      )
    }),
    experimentColumns.display({
      id: 'goal',
      header: text('goal'),
      cell: ({ row: { original } }) => text(`goal_${original.goal}`)
    }),
    experimentColumns.display({
      id: 'started',
      header: text('started'),
      cell: ({ row: { original } }) => <TimeText instant={original.started_at} />
    }),
    experimentColumns.display({
      id: 'ended',
      header: text('ended'),
      cell: ({ row: { original } }) => <TimeText instant={original.ended_at} />
    })
  ])
  return (
    <Page
      title={general('partnerExperiments')}
      lead={text('lead')}
      actions={
        role !== 'analyst' && (
          <Button component={Link} to="/partner/experiments/edit" leftSection={<IconFlask size={18} />}>
            {text('newExperiment')}
          </Button>
        )
      }
    >
      <Group align="flex-end">
        <CampaignSelect value={lpid} onChange={setLpid} />
        <Select
          label={text('status')}
          data={statuses.map(value => ({ value: value as string, label: text(`status_${value}`) }))}
          value={status}
          allowDeselect={false}
          onChange={value => setStatus(statuses.find(name => name === value) ?? 'all')}
          w={200}
        />
      </Group>
      <ListTable
        label={general('partnerExperiments')}
        columns={columns}
        list={experiments}
        toKey={({ id }) => id}
        empty={text('noExperiments')}
      />
    </Page>
  )
}
