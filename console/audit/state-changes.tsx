import { Table, Text } from '@mantine/core'
import type { ListItem } from '../api/action-types.js'
import { useFormats } from '../i18n/formats.js'
import { useText } from '../i18n/use-text.js'
import { toFieldName } from './audit-names.js'
import { listStateChanges } from './list-state-changes.js'

type LogEntry = ListItem<'/operator/log'>

interface StateChangesProps {
  entry: Pick<LogEntry, 'result' | 'state_before' | 'state_after'>
}

/** The fields that differ before and after an action. Nothing for actions without a state. */
export function StateChanges({ entry: { result, state_before: before, state_after: after } }: StateChangesProps) {
  const text = useText('console-access')
  const names = useText('console-audit')
  const { money } = useFormats()
  if (before === null && after === null) return null
  // Only what was done has a state afterwards.
  if (result === 'refused') return <Text size="sm">{text('unchanged')}</Text>
  if (result !== 'done') return <Text size="sm">{text('changesUnknown')}</Text>
  const changed = listStateChanges(before, after, money)
  if (changed.length === 0) return <Text size="sm">{text('unchanged')}</Text>
  return (
    <Table.ScrollContainer minWidth={0} type="native">
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{text('field')}</Table.Th>
            <Table.Th>{text('before')}</Table.Th>
            <Table.Th>{text('after')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {changed.map(change => (
            <Table.Tr key={change.field}>
              <Table.Td title={change.field}>{toFieldName(names, change.field)}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{change.before}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{change.after}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
