import { Alert, Button, Center, Group, Paper, SegmentedControl, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { ActionError } from '../api/action-error.js'
import { useActionList, useActionMutation } from '../api/use-action.js'
import { useText } from '../i18n/use-text.js'
import { Dialog } from '../ui/dialog.js'
import { ErrorAlert } from '../ui/error-alert.js'
import { Page } from '../ui/page.js'
import { PageLoader } from '../ui/page-loader.js'
import { toShortId } from '../ui/short-id.js'
import { TimeText } from '../ui/time-text.js'
import { AdjustmentStatus } from './adjustment-status.js'
import { DebtAlert } from './debt-alert.js'
import { Quote } from './quote.js'
import { ViewerLink } from './support-links.js'
import { useCanChange } from './support-roles.js'
import { type Adjustment, useAdjustmentText } from './use-adjustment-text.js'

const statuses = ['waiting', 'done', 'declined', 'all'] as const
type Status = (typeof statuses)[number]

interface Decision {
  adjustment: Adjustment
  ok: boolean
}

const NOTE_LIMIT = 500

export function CoinRequestsPage() {
  const text = useText('console-support')
  const general = useText('console')
  const [status, setStatus] = useState<Status>('waiting')
  const [decision, setDecision] = useState<Decision | null>(null)
  const { items, query } = useActionList('/operator/coins_request_list', { status })
  const close = () => setDecision(null)
  return (
    <Page title={text('coinRequests')} lead={text('coinRequestsLead')}>
      <Group>
        <SegmentedControl
          aria-label={text('status')}
          value={status}
          onChange={value => setStatus(value as Status)}
          data={statuses.map(value => ({ value, label: text(`request_${value}`) }))}
        />
      </Group>
      {query.isPending && <PageLoader />}
      {items.length === 0 && <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />}
      {!query.isPending && query.error === null && items.length === 0 && (
        <Paper withBorder p="xl">
          <Center mih={120}>
            <Text c="dimmed">{text(status === 'waiting' ? 'noRequests' : 'noDoneRequests')}</Text>
          </Center>
        </Paper>
      )}
      {items.map(adjustment => (
        <RequestCard key={adjustment.id} adjustment={adjustment} onDecide={ok => setDecision({ adjustment, ok })} />
      ))}
      {query.hasNextPage && (
        <Center>
          <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {general('showMore')}
          </Button>
        </Center>
      )}
      <Dialog
        opened={decision !== null}
        onClose={close}
        title={text(decision?.ok === false ? 'decline' : 'approve')}
        size="md"
      >
        {decision !== null && <DecisionForm {...decision} onClose={close} />}
      </Dialog>
    </Page>
  )
}

function RequestCard({ adjustment, onDecide }: { adjustment: Adjustment; onDecide(ok: boolean): void }) {
  const text = useText('console-support')
  const toText = useAdjustmentText()
  const canChange = useCanChange()
  const { status, kind, coins, decided_by, note, can_decide } = adjustment
  return (
    <Paper withBorder p="md" component="article">
      <Stack gap="xs">
        <Group gap="sm">
          <Text fw={650}>{toText(adjustment)}</Text>
          <ViewerLink userId={adjustment.user_id} />
          <AdjustmentStatus status={status} />
        </Group>
        <Quote>{adjustment.reason}</Quote>
        {status === 'waiting' && coins > 0 && <DebtAlert debt={adjustment.debt} kind={kind} />}
        <Text size="sm" c="dimmed" component="div">
          {text('requestedBy')}: {adjustment.requested_by} · <TimeText instant={adjustment.created_at} />
        </Text>
        {decided_by !== null && (
          <Text size="sm" c="dimmed" component="div">
            {text('decidedBy')}: {decided_by} · <TimeText instant={adjustment.decided_at} />
            {note !== null && <Quote>{note}</Quote>}
          </Text>
        )}
        {canChange && status === 'waiting' && !can_decide && (
          <Text size="sm" fs="italic">
            {text('ownRequest')}
          </Text>
        )}
        {canChange && can_decide && (
          <Group gap="xs">
            <Button size="xs" onClick={() => onDecide(true)}>
              {text('approve')}
            </Button>
            <Button size="xs" variant="default" onClick={() => onDecide(false)}>
              {text('decline')}
            </Button>
          </Group>
        )}
      </Stack>
    </Paper>
  )
}

function DecisionForm({ adjustment, ok, onClose }: Decision & { onClose(): void }) {
  const text = useText('console-support')
  const toText = useAdjustmentText()
  const toSentence = useDecisionErrors()
  const [note, setNote] = useState('')
  const decide = useActionMutation('/operator/coins_request_decide', {
    changes: ['/operator/coins_request_list', '/operator/viewer_show', '/operator/viewer_ledger'],
    onSuccess: onClose
  })
  const sentence = toSentence(decide.error)
  const trimmed = note.trim()
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        decide.mutate({ id: adjustment.id, ok, ...(trimmed !== '' && { note: trimmed }) })
      }}
    >
      <Stack>
        <Text style={{ overflowWrap: 'anywhere' }}>
          {text('approveQuestion', { coins: toText(adjustment), viewer: toShortId(adjustment.user_id) })}
        </Text>
        <Quote>{adjustment.reason}</Quote>
        {ok && adjustment.coins > 0 && <DebtAlert debt={adjustment.debt} kind={adjustment.kind} />}
        <Text size="sm" c="dimmed">
          {text('requestedBy')}: {adjustment.requested_by}
        </Text>
        <Textarea
          label={text('note')}
          description={text('noteHint')}
          value={note}
          maxLength={NOTE_LIMIT}
          autosize
          minRows={2}
          maxRows={6}
          onChange={event => setNote(event.currentTarget.value)}
        />
        {sentence === null ? (
          <ErrorAlert error={decide.error} />
        ) : (
          <Alert color="red" role="alert">
            {sentence}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {text('cancel')}
          </Button>
          <Button type="submit" loading={decide.isPending} {...(!ok && { color: 'red.9' })}>
            {text(ok ? 'approve' : 'decline')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function useDecisionErrors(): (error: ActionError | null) => string | null {
  const text = useText('console-support')
  return error => {
    switch (error?.reason) {
      case 'decided':
      case 'same_person':
      case 'deleted':
      case 'unknown_request':
        return text(`decide_${error.reason}`)
      case 'not_enough':
        return text('coins_not_enough', { available: Number(error.data?.available ?? 0) })
      default:
        return null
    }
  }
}
