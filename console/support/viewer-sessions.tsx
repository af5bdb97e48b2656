import { Badge, Code } from '@mantine/core'
import { useText } from '../i18n/use-text.js'
import { columnsOf, DataTable } from '../ui/data-table.js'
import { TimeText } from '../ui/time-text.js'
import type { ShownViewer } from './shown-viewer.js'

type Session = ShownViewer['sessions'][number]

const sessionColumns = columnsOf<Session>()

const isActive = ({ revoked_at, expires_at }: Session) => revoked_at === null && Date.parse(expires_at) > Date.now()

export function ViewerSessions({ sessions }: { sessions: readonly Session[] }) {
  const text = useText('console-support')
  const columns = sessionColumns.columns([
    sessionColumns.display({
      id: 'device',
      header: text('device'),
      cell: ({ row }) => <Code>{row.original.device_id.slice(0, 12) || '—'}</Code>
    }),
    sessionColumns.display({
      id: 'status',
      header: text('status'),
      cell: ({ row }) => (
        <Badge miw="max-content" color={isActive(row.original) ? 'green' : 'gray'} variant="light">
          {text(isActive(row.original) ? 'sessionActive' : 'sessionEnded')}
        </Badge>
      )
    }),
    sessionColumns.display({
      id: 'created',
      header: text('signedIn'),
      cell: ({ row }) => <TimeText instant={row.original.created_at} />
    }),
    sessionColumns.display({
      id: 'seen',
      header: text('lastSeen'),
      cell: ({ row }) => <TimeText instant={row.original.last_seen_at} />
    })
  ])
  return (
    <DataTable
      label={text('sessions')}
      columns={columns}
      rows={sessions}
      toKey={({ user_id, created_at, device_id }) => `${user_id} ${created_at} ${device_id}`}
      empty={text('noSessions')}
    />
  )
}
