import { Stack, Text } from '@mantine/core'
import { useText } from '../i18n/use-text.js'
import { type Column, columnsOf } from '../ui/data-table.js'
import { TimeText } from '../ui/time-text.js'
import { AdjustmentStatus } from './adjustment-status.js'
import { type Adjustment, useAdjustmentText } from './use-adjustment-text.js'

const adjustmentColumns = columnsOf<Adjustment>()

export function useAdjustmentColumns(): readonly Column<Adjustment>[] {
  const text = useText('console-support')
  const toText = useAdjustmentText()
  return adjustmentColumns.columns([
    adjustmentColumns.display({
      id: 'coins',
      header: text('amount'),
      cell: ({ row: { original } }) => (
        <Text size="sm" fw={600} style={{ whiteSpace: 'nowrap' }}>
          {toText(original)}
        </Text>
      )
    }),
    adjustmentColumns.display({
      id: 'reason',
      header: text('reason'),
      cell: ({ row }) => (
        <Text size="sm" miw={160} maw={360} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {row.original.reason}
        </Text>
      )
    }),
    adjustmentColumns.display({
      id: 'requested',
      header: text('requestedBy'),
      cell: ({ row: { original } }) => (
        <Stack gap={0}>
          <Text size="sm">{original.requested_by}</Text>
          <Text size="xs" c="dimmed" component="div">
            <TimeText instant={original.created_at} />
          </Text>
        </Stack>
      )
    }),
    adjustmentColumns.display({
      id: 'status',
      header: text('status'),
      cell: ({ row: { original } }) => (
        <Stack gap={2} align="flex-start">
          <AdjustmentStatus status={original.status} />
          {original.decided_by !== null && (
            <Text size="xs" c="dimmed">
              {original.decided_by}
              {original.note !== null && `: ${original.note}`}
            </Text>
          )}
        </Stack>
      )
    })
  ]) as readonly Column<Adjustment>[]
}
