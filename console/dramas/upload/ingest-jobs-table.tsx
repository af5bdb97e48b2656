import { Anchor, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ActionList } from '../../api/use-action.js'
import { useText } from '../../i18n/use-text.js'
import { columnsOf } from '../../ui/data-table.js'
import { ListTable } from '../../ui/list-table.js'
import { TimeText } from '../../ui/time-text.js'
import { FailureCause, JobState } from './ingest-panel.js'
import type { IngestJob } from './upload-rows.js'

const jobColumns = columnsOf<IngestJob>()

interface IngestJobsTableProps {
  list: ActionList<IngestJob>
  label: string
  /** Of which dramas, if there are several. */
  hasDramas?: boolean
}

export function IngestJobsTable({ list, label, hasDramas = false }: IngestJobsTableProps) {
  const text = useText('console-uploads')
  const drama = jobColumns.display({
    id: 'drama',
    header: text('drama'),
    cell: ({ row: { original } }) => (
      <Anchor component={Link} to="/dramas/upload" search={{ id: original.drama_id } as never} size="sm" fw={600}>
        {original.drama_id}
      </Anchor>
    )
  })
  const columns = jobColumns.columns([
    ...(hasDramas ? [drama] : []),
    jobColumns.display({
      id: 'state',
      header: text('state'),
      cell: ({ row }) => <JobState state={row.original.state} />
    }),
    jobColumns.display({
      id: 'result',
      header: text('result'),
      cell: ({ row: { original } }) => <JobResult job={original} />
    }),
    jobColumns.display({
      id: 'by',
      header: text('startedBy'),
      cell: ({ row }) => <bdi>{row.original.created_by}</bdi>
    }),
    jobColumns.display({
      id: 'created',
      header: text('created'),
      cell: ({ row }) => <TimeText instant={row.original.created_at} />
    })
  ])
  return <ListTable label={label} list={list} columns={columns} toKey={({ id }) => id} empty={text('noJobs')} />
}

function JobResult({ job }: { job: IngestJob }) {
  const text = useText('console-uploads')
  const { state, failure, failure_kind: kind, episodes_done: done, episodes_total: total } = job
  if (state === 'failed')
    return (
      <Stack gap={0} maw={360}>
        <Text size="sm">{text(`failed_${kind ?? 'other'}`)}</Text>
        {failure !== null && <FailureCause failure={failure} />}
      </Stack>
    )
  return total === 0 ? '—' : text('episodesDone', { done, total })
}
