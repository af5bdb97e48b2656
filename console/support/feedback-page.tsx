import { Badge, Button, Center, Group, Paper, SegmentedControl, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { ActionError } from '../api/action-error.js'
import type { ListItem } from '../api/action-types.js'
import { useActionList, useActionMutation } from '../api/use-action.js'
import { useFormats } from '../i18n/formats.js'
import type { TextOf } from '../i18n/parts.js'
import { useText } from '../i18n/use-text.js'
import { ErrorAlert } from '../ui/error-alert.js'
import { LeaveDialog } from '../ui/leave-dialog.js'
import { Page } from '../ui/page.js'
import { PageLoader } from '../ui/page-loader.js'
import { TimeText } from '../ui/time-text.js'
import { Quote } from './quote.js'
import { OrderLink, ViewerLink } from './support-links.js'
import { useCanChange } from './support-roles.js'

type Message = ListItem<'/operator/feedback_list'>

const statuses = ['open', 'answered', 'all'] as const
type Status = (typeof statuses)[number]

const ANSWER_LIMIT = 2000

export function FeedbackPage() {
  const text = useText('console-support')
  const general = useText('console')
  const [status, setStatus] = useState<Status>('open')
  const { items, query } = useActionList('/operator/feedback_list', { status })
  return (
    <Page title={text('feedback')} lead={text('feedbackLead')}>
      <Group>
        <SegmentedControl
          aria-label={text('status')}
          value={status}
          onChange={value => setStatus(value as Status)}
          data={statuses.map(value => ({ value, label: text(`feedback_${value}`) }))}
        />
      </Group>
      {query.isPending && <PageLoader />}
      {items.length === 0 && <ErrorAlert error={query.error} onRetry={() => void query.refetch()} />}
      {!query.isPending && query.error === null && items.length === 0 && (
        <Paper withBorder p="xl">
          <Center mih={120}>
            <Text c="dimmed">{text(status === 'open' ? 'noOpenFeedback' : 'noFeedback')}</Text>
          </Center>
        </Paper>
      )}
      {items.map(message => (
        <MessageCard key={message.id} message={message} />
      ))}
      {query.hasNextPage && (
        <Center>
          <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {general('showMore')}
          </Button>
        </Center>
      )}
    </Page>
  )
}

const kinds: Readonly<Record<string, Parameters<TextOf<'console-support'>>[0]>> = {
  bug: 'feedbackKind_bug',
  payment: 'feedbackKind_payment',
  content: 'feedbackKind_content',
  idea: 'feedbackKind_idea'
}

function MessageCard({ message }: { message: Message }) {
  const text = useText('console-support')
  const { dateTime } = useFormats()
  const canChange = useCanChange()
  const [isAnswering, setIsAnswering] = useState(false)
  const { kind, order_no, lang, answer, answered_at, answered_by, answer_read_at } = message
  return (
    <Paper withBorder p="md" component="article">
      <Stack gap="xs">
        <Group gap="sm">
          <Badge miw="max-content" variant="light">
            {text(kinds[kind] ?? 'feedbackKind_other')}
          </Badge>
          <ViewerLink userId={message.user_id} />
          {order_no !== null && (
            <Text size="sm" component="div">
              {text('order')} <OrderLink orderNo={order_no} />
            </Text>
          )}
          <Text size="sm" c="dimmed" component="div">
            <TimeText instant={message.created_at} /> · {lang}
          </Text>
        </Group>
        <Text style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>{message.text}</Text>
        {answer !== null && (
          <div>
            <Quote>{answer}</Quote>
            <Text size="xs" c="dimmed">
              {answered_at !== null && text('answeredBy', { operator: answered_by ?? '', date: dateTime(answered_at) })}
              {' · '}
              {text(answer_read_at === null ? 'notRead' : 'readAt')}
            </Text>
          </div>
        )}
        {canChange &&
          (isAnswering ? (
            <AnswerForm id={message.id} onClose={() => setIsAnswering(false)} />
          ) : (
            <div>
              <Button size="xs" variant="default" onClick={() => setIsAnswering(true)}>
                {text(answer === null ? 'answer' : 'answerAgain')}
              </Button>
            </div>
          ))}
      </Stack>
    </Paper>
  )
}

/** As the server counts them. */
const countSigns = (typed: string) => [...typed.trim()].length

function AnswerForm({ id, onClose }: { id: string; onClose(): void }) {
  const text = useText('console-support')
  const form = useForm({
    initialValues: { text: '' },
    validate: {
      text: value => {
        if (value.trim() === '') return text('invalidAnswer')
        return countSigns(value) > ANSWER_LIMIT ? text('answerLimit', { most: ANSWER_LIMIT }) : null
      }
    }
  })
  const toSentence = (error: ActionError): string | null => {
    if (error.reason === 'too_long') return text('tooLongAnswer')
    if (error.reason === 'unknown_feedback') return text('unknownFeedback')
    return error.fields.includes('text') ? text('invalidAnswer') : null
  }
  const send = useActionMutation('/operator/feedback_answer', {
    changes: ['/operator/feedback_list', '/operator/order_history'],
    onSuccess: () => {
      notifications.show({ message: text('answerSent') })
      onClose()
    }
  })
  const submit = (values: { text: string }) =>
    send.mutate(
      { id, text: values.text.trim() },
      { onError: error => form.setErrors({ text: toSentence(error) ?? undefined }) }
    )
  return (
    <form noValidate onSubmit={form.onSubmit(submit)}>
      <LeaveDialog isBlocking={() => form.isDirty()} />
      <Stack gap="sm">
        <Textarea
          label={text('yourAnswer')}
          autosize
          minRows={3}
          maxRows={12}
          description={text('answerLength', { count: countSigns(form.values.text), most: ANSWER_LIMIT })}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          required
          autoFocus
          {...form.getInputProps('text')}
        />
        {send.error !== null && toSentence(send.error) === null && <ErrorAlert error={send.error} />}
        <Group>
          <Button type="submit" size="xs" loading={send.isPending}>
            {text('sendAnswer')}
          </Button>
          <Button size="xs" variant="default" onClick={onClose}>
            {text('cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
