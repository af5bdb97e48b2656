import { Button, Group, Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useActionList } from '../api/use-action.js'
import { useText } from '../i18n/use-text.js'
import { columnsOf } from '../ui/data-table.js'
import { Dialog } from '../ui/dialog.js'
import { lazyWithRetry } from '../ui/lazy-with-retry.js'
import { ListTable } from '../ui/list-table.js'
import { toShortId } from '../ui/short-id.js'
import { TimeText } from '../ui/time-text.js'
import { ReviewsFrame } from './reviews-frame.js'
import { StatusBadge } from './status-badge.js'
import { channels, type Submission } from './submission.js'

const DecidedDetails = lazyWithRetry(() => import('./decided-details.js').then(module => module.DecidedDetails))

const TYPING_DELAY_MS = 300
const ALL = 'all'
/** What the server calls itself as a reviewer. */
const AUTOMATIC = 'automatic'
const decidedColumns = columnsOf<Submission>()

export function DecidedPage() {
  const text = useText('console-reviews')
  const general = useText('console')
  const [status, setStatus] = useState(ALL)
  const [channel, setChannel] = useState(ALL)
  const [typed, setTyped] = useState('')
  const [reviewer] = useDebouncedValue(typed.trim(), TYPING_DELAY_MS)
  const [shown, setShown] = useState<Submission | null>(null)
  const chosenChannel = channels.find(one => one === channel)
  const list = useActionList('/operator/reward_list', {
    status: status === ALL ? 'decided' : Number(status),
    ...(chosenChannel !== undefined && { channel: chosenChannel }),
    ...(reviewer !== '' && { reviewer: reviewer.toLowerCase() === text('automatic') ? AUTOMATIC : reviewer })
  })
  const columns = decidedColumns.columns([
    decidedColumns.display({
      id: 'time',
      header: text('decidedAt'),
      cell: ({ row }) => <TimeText instant={row.original.reviewed_at} />
    }),
    decidedColumns.display({
      id: 'status',
      header: text('status'),
      cell: ({ row }) => <StatusBadge status={row.original.status} />
    }),
    decidedColumns.accessor('channel', {
      header: text('channel'),
      cell: ({ row }) => text(`channel_${row.original.channel}`)
    }),
    decidedColumns.accessor('reason', {
      header: text('reason'),
      cell: ({ row: { original } }) => (original.reason === null ? '—' : text(`reason_${original.reason}`))
    }),
    decidedColumns.accessor('reviewer', {
      header: text('reviewer'),
      cell: ({ row: { original } }) => (original.reviewer === AUTOMATIC ? text('automatic') : original.reviewer)
    }),
    decidedColumns.accessor('user_id', {
      header: text('viewer'),
      cell: ({ row }) => toShortId(row.original.user_id)
    }),
    decidedColumns.display({
      id: 'details',
      header: '',
      cell: ({ row }) => (
        <Button size="xs" variant="default" onClick={() => setShown(row.original)}>
          {general('details')}
        </Button>
      )
    })
  ])
  const isFiltered = status !== ALL || channel !== ALL || reviewer !== ''
  return (
    <ReviewsFrame lead={text('decidedLead')}>
      <Group align="flex-start">
        <Select
          label={text('status')}
          w={180}
          allowDeselect={false}
          value={status}
          onChange={value => setStatus(value ?? ALL)}
          data={[
            { value: ALL, label: text('allStatuses') },
            ...([1, 2, 3] as const).map(one => ({ value: String(one), label: text(`status_${one}`) }))
          ]}
        />
        <Select
          label={text('channel')}
          w={180}
          allowDeselect={false}
          value={channel}
          onChange={value => setChannel(value ?? ALL)}
          data={[
            { value: ALL, label: text('allChannels') },
            ...channels.map(one => ({ value: one, label: text(`channel_${one}`) }))
          ]}
        />
        <TextInput
          label={text('reviewer')}
          placeholder={text('reviewerHint')}
          value={typed}
          maxLength={254}
          onChange={event => setTyped(event.currentTarget.value)}
        />
      </Group>
      <ListTable
        label={text('decided')}
        list={list}
        columns={columns}
        toKey={({ id }) => id}
        empty={text(isFiltered ? 'noMatches' : 'noDecided')}
      />
      <Dialog opened={shown !== null} onClose={() => setShown(null)} title={text('submission')} size="lg">
        {shown !== null && <DecidedDetails submission={shown} />}
      </Dialog>
    </ReviewsFrame>
  )
}
