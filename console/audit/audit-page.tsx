import { Badge, Button, Code, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import type { ListItem } from '../api/action-types.js'
import { useActionList } from '../api/use-action.js'
import { useFormats } from '../i18n/formats.js'
import { useLanguage } from '../i18n/language.js'
import { useText } from '../i18n/use-text.js'
import { columnsOf } from '../ui/data-table.js'
import { Dialog } from '../ui/dialog.js'
import { ListTable } from '../ui/list-table.js'
import { Page } from '../ui/page.js'
import { TimeText } from '../ui/time-text.js'
import { auditActions, toActionName } from './audit-names.js'
import { StateChanges } from './state-changes.js'

type LogEntry = ListItem<'/operator/log'>

const TYPING_DELAY_MS = 300
const logColumns = columnsOf<LogEntry>()

export function AuditPage() {
  const text = useText('console-access')
  const names = useText('console-audit')
  const general = useText('console')
  const { language } = useLanguage()
  const [action, setAction] = useState<string | null>(null)
  const [operator, setOperator] = useState('')
  const [subject, setSubject] = useState('')
  const [filter] = useDebouncedValue({ operator: operator.trim(), subject: subject.trim() }, TYPING_DELAY_MS)
  const toActor = useActor()
  const [shown, setShown] = useState<LogEntry | null>(null)
  const list = useActionList('/operator/log', {
    ...(filter.operator !== '' && { operator: filter.operator }),
    ...(filter.subject !== '' && { subject: filter.subject }),
    ...(action !== null && { action })
  })
  const columns = logColumns.columns([
    logColumns.display({
      id: 'time',
      header: text('when'),
      cell: ({ row }) => <TimeText instant={row.original.created_at} />
    }),
    logColumns.accessor('operator', {
      header: text('who'),
      cell: ({ row }) => <WrappedText>{toActor(row.original)}</WrappedText>
    }),
    logColumns.accessor('action', {
      header: text('action'),
      cell: ({ row }) => <ActionName code={row.original.action} />
    }),
    logColumns.accessor('subject', {
      header: text('subject'),
      cell: ({ row: { original } }) => (
        <WrappedText>
          {original.subject_name ?? original.subject}
          {original.subject_name !== null && (
            <Text size="xs" c="dimmed">
              {original.subject}
            </Text>
          )}
        </WrappedText>
      )
    }),
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
  const isFiltered = filter.operator !== '' || filter.subject !== '' || action !== null
  const actions = auditActions
    .map(code => ({ value: code as string, label: toActionName(names, code) }))
    .sort((one, other) => one.label.localeCompare(other.label, language.tag))
  return (
    <Page title={general('audit')} lead={text('auditLead')}>
      <Group>
        <Select
          label={text('action')}
          placeholder={names('everyAction')}
          data={actions}
          value={action}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': names('everyAction') }}
          w={320}
          maw="100%"
          onChange={setAction}
        />
        <TextInput
          label={text('who')}
          placeholder={text('whoHint')}
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
      <Dialog
        opened={shown !== null}
        onClose={() => setShown(null)}
        title={shown === null ? '' : toActionName(names, shown.action)}
        size="lg"
      >
        {shown !== null && <EntryDetails entry={shown} />}
      </Dialog>
    </Page>
  )
}

/** Breaks long addresses and ids, so that the table fits the page. */
const WrappedText = ({ children }: { children: ReactNode }) => (
  <Text size="sm" component="div" miw={120} maw={260} style={{ overflowWrap: 'anywhere' }}>
    {children}
  </Text>
)

function ActionName({ code }: { code: string }) {
  const names = useText('console-audit')
  return <span title={code}>{toActionName(names, code)}</span>
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

function ResultBadge({ entry: { result } }: { entry: LogEntry }) {
  const text = useText('console-access')
  if (result === null) return <Badge color="gray">{text('resultUnknown')}</Badge>
  const color = { done: 'green', refused: 'orange', failed: 'red' }[result]
  return (
    <Badge color={color} variant="light">
      {text(`result_${result}`)}
    </Badge>
  )
}

function EntryDetails({ entry }: { entry: LogEntry }) {
  const text = useText('console-access')
  const general = useText('console')
  const names = useText('console-audit')
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
      <Text size="sm">
        {names('actionCode')}: <Code>{entry.action}</Code>
      </Text>
      {entry.reason !== null && (
        <Text size="sm">
          {names('reasonCode')}: <Code>{entry.reason}</Code>
        </Text>
      )}
      <div>
        <Text size="sm" fw={600}>
          {text('request')}
        </Text>
        <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {entry.detail}
        </Code>
      </div>
      <StateChanges entry={entry} />
    </Stack>
  )
}
