import { Badge, Button, Code, Group, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { ListItem } from '../api/action-types.js'
import { useActionList } from '../api/use-action.js'
import { useFormats } from '../i18n/formats.js'
import { useText } from '../i18n/use-text.js'
import { columnsOf } from '../ui/data-table.js'
import { Dialog } from '../ui/dialog.js'
import { ListTable } from '../ui/list-table.js'
import { Page } from '../ui/page.js'
import { TimeText } from '../ui/time-text.js'
import { StateChanges } from './state-changes.js'

type LogEntry = ListItem<'/operator/log'>

const TYPING_DELAY_MS = 300
const logColumns = columnsOf<LogEntry>()

export function AuditPage() {
  const text = useText('console-access')
  const general = useText('console')
  const [operator, setOperator] = useState('')
  const [subject, setSubject] = useState('')
  const [filter] = useDebouncedValue({ operator: operator.trim(), subject: subject.trim() }, TYPING_DELAY_MS)
  const toActor = useActor()
  const [shown, setShown] = useState<LogEntry | null>(null)
  const list = useActionList('/operator/log', {
    ...(filter.operator !== '' && { operator: filter.operator }),
    ...(filter.subject !== '' && { subject: filter.subject })
  })
  const columns = logColumns.columns([
    logColumns.display({
      id: 'time',
      header: text('when'),
      cell: ({ row }) => <TimeText instant={row.original.created_at} />
    }),
    logColumns.accessor('operator', { header: text('who'), cell: ({ row }) => toActor(row.original) }),
    logColumns.accessor('action', { header: text('action'), cell: ({ row }) => <Code>{row.original.action}</Code> }),
    logColumns.accessor('subject', { header: text('subject') }),
    logColumns.display({
      id: 'result',
      header: text('result'),
      cell: ({ row }) => <ResultBadge entry={row.original} />
    }),
    logColumns.display({
      id: 'details',
      header: '',
      cell: ({ row }) => (
        <Button size="xs" variant="default" onClick={() => setShown(row.original)}>
          {general('details')}
        </Button>
      )
    })
  ])
  const isFiltered = filter.operator !== '' || filter.subject !== ''
  return (
    <Page title={general('audit')} lead={text('auditLead')}>
      <Group>
        <TextInput
          label={text('who')}
          value={operator}
          maxLength={64}
          onChange={event => setOperator(event.currentTarget.value)}
        />
        <TextInput
          label={text('subject')}
          value={subject}
          maxLength={64}
          onChange={event => setSubject(event.currentTarget.value)}
        />
      </Group>
      <ListTable
        label={general('audit')}
        list={list}
        columns={columns}
        toKey={({ id }) => id}
        empty={text(isFiltered ? 'noMatches' : 'noEntries')}
      />
      <Dialog opened={shown !== null} onClose={() => setShown(null)} title={shown?.action} size="lg">
        {shown !== null && <EntryDetails entry={shown} />}
      </Dialog>
    </Page>
  )
}

/** An e-mail address, or in words what acts without a member. */
function useActor() {
  const text = useText('console-access')
  return ({ operator }: LogEntry) => {
    const [, kind, name = ''] = /^(job|key):(.*)$/.exec(operator) ?? []
    if (kind === undefined) return operator
    return text(kind === 'job' ? 'byJob' : 'byKey', { name })
  }
}

function ResultBadge({ entry: { result, reason } }: { entry: LogEntry }) {
  const text = useText('console-access')
  if (result === null) return <Badge color="gray">{text('resultUnknown')}</Badge>
  const color = { done: 'green', refused: 'orange', failed: 'red' }[result]
  return (
    <Badge color={color} variant="light">
      {text(`result_${result}`)}
      {reason !== null && `: ${reason}`}
    </Badge>
  )
}

function EntryDetails({ entry }: { entry: LogEntry }) {
  const text = useText('console-access')
  const general = useText('console')
  const { zonedDateTime } = useFormats()
  const toActor = useActor()
  const place = entry.operator.startsWith('job:')
    ? text('onServer', { name: entry.address ?? '' })
    : `${general('address')} ${entry.address}`
  return (
    <Stack>
      <Text size="sm">
        {zonedDateTime(entry.created_at)} · {toActor(entry)}
        {entry.address !== null && ` · ${place}`}
      </Text>
      <div>
        <Text size="sm" fw={600}>
          {text('request')}
        </Text>
        <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {entry.detail}
        </Code>
      </div>
      <StateChanges before={entry.state_before} after={entry.state_after} />
    </Stack>
  )
}
