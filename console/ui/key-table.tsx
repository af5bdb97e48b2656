// Keys of a partner, for the partner itself and for operators.
import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core'
import type { ActionError } from '../api/action-error.js'
import { useText } from '../i18n/use-text.js'
import { columnsOf, DataTable } from './data-table.js'
import { ErrorAlert } from './error-alert.js'
import { TimeText } from './time-text.js'

export interface ListedKey {
  id: string
  /** What it is for, in words. */
  kind: string
  created_at: string
}

interface KeyTableProps {
  keys: readonly ListedKey[]
  labels: { table: string; id: string; kind: string; created: string; empty: string; revoke: string }
  mayChange: boolean
  query?: { isPending: boolean; error: ActionError | null; refetch(): unknown }
  toRevokeLabel(id: string): string
  onRevoke(id: string): void
}

const keyColumns = columnsOf<ListedKey>()

export function KeyTable({ keys, labels, mayChange, query, toRevokeLabel, onRevoke }: KeyTableProps) {
  const columns = keyColumns.columns([
    keyColumns.accessor('id', { header: labels.id, cell: ({ row }) => <Code>{row.original.id}</Code> }),
    keyColumns.accessor('kind', { header: labels.kind }),
    keyColumns.accessor('created_at', {
      header: labels.created,
      cell: ({ row }) => <TimeText instant={row.original.created_at} />
    }),
    keyColumns.display({
      id: 'revoke',
      header: '',
      cell: ({ row: { original } }) =>
        mayChange && (
          <Button
            size="xs"
            variant="default"
            aria-label={toRevokeLabel(original.id)}
            onClick={() => onRevoke(original.id)}
          >
            {labels.revoke}
          </Button>
        )
    })
  ])
  return (
    <DataTable
      label={labels.table}
      columns={columns}
      rows={keys}
      toKey={({ id }) => id}
      empty={labels.empty}
      isLoading={query?.isPending ?? false}
      error={query?.error ?? null}
      onRetry={() => void query?.refetch()}
      isSortable
    />
  )
}

interface CreateKeyProps {
  /** Says what the key is for. */
  lead?: string
  labels: { twoKeys: string; create: string }
  mutation: { error: ActionError | null; isPending: boolean }
  onCreate(): void
}

/** Before a key is made: older keys may end with it. */
export const CreateKeyForm = ({ lead, labels, mutation, onCreate }: CreateKeyProps) => (
  <Stack>
    {lead !== undefined && <Text size="sm">{lead}</Text>}
    <Alert color="yellow" variant="light">
      {labels.twoKeys}
    </Alert>
    <ErrorAlert error={mutation.error} />
    <Button loading={mutation.isPending} onClick={onCreate}>
      {labels.create}
    </Button>
  </Stack>
)

interface RevokeKeyProps {
  lead: string
  label: string
  mutation: { error: ActionError | null; isPending: boolean }
  onRevoke(): void
  onClose(): void
}

export function RevokeKeyForm({ lead, label, mutation, onRevoke, onClose }: RevokeKeyProps) {
  const general = useText('console')
  return (
    <Stack>
      <Text size="sm">{lead}</Text>
      <ErrorAlert error={mutation.error} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {general('cancel')}
        </Button>
        <Button color="red.9" loading={mutation.isPending} onClick={onRevoke}>
          {label}
        </Button>
      </Group>
    </Stack>
  )
}
