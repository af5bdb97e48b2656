import { Table, Text } from '@mantine/core'
import { useText } from '../i18n/use-text.js'
import { toFieldName } from './audit-names.js'

interface StateChangesProps {
  /** JSON of an object. */
  before: string | null
  after: string | null
}

/** The fields that differ before and after an action. Nothing for actions without a state. */
export function StateChanges({ before, after }: StateChangesProps) {
  const text = useText('console-access')
  const names = useText('console-audit')
  if (before === null && after === null) return null
  const old = parseObject(before)
  const fresh = parseObject(after)
  const fields = [...new Set([...Object.keys(old), ...Object.keys(fresh)])]
  const changed = fields.filter(field => toText(old[field]) !== toText(fresh[field]))
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
          {changed.map(field => (
            <Table.Tr key={field}>
              <Table.Td title={field}>{toFieldName(names, field)}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{toText(old[field])}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{toText(fresh[field])}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function parseObject(text: string | null): Record<string, unknown> {
  const value: unknown = text === null ? null : JSON.parse(text)
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

const toText = (value: unknown): string => {
  if (value === undefined || value === null) return '—'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
