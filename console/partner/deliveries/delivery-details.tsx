import { Button, Code, Group, Skeleton, Stack, Table, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import IconSend from '@tabler/icons-react/icons/IconSend'
import type { ReactNode } from 'react'
import { useActionMutation, useActionQuery } from '../../api/use-action.js'
import { useMember } from '../../api/use-session.js'
import { useFormats } from '../../i18n/formats.js'
import { useText } from '../../i18n/use-text.js'
import { CopyAction } from '../../ui/copy-action.js'
import { ErrorAlert } from '../../ui/error-alert.js'
import { RawDetail } from '../../ui/raw-detail.js'
import { useErrorText } from '../../ui/use-error-text.js'
import { CallAnswer } from './call-answer.js'
import { DeliveryStatus } from './delivery-status.js'

const SENDING_CHECK_MS = 2_000

const refusals = {
  not_tried: 'notTried',
  being_sent: 'errorBeingSent',
  postback_removed: 'errorPostbackRemoved'
} as const

/** What is sent, what the receiver answered, and a button that sends it again. */
export function DeliveryDetails({ id }: { id: string }) {
  const text = useText('console-partner')
  const failures = useText('console-failures')
  const names = useText('console-names')
  const { zonedDateTime } = useFormats()
  const { role } = useMember()
  const resend = useActionMutation('/partner/resend', {
    changes: ['/partner/postback_show', '/partner/postbacks'],
    onSuccess: () => notifications.show({ message: text('resent') })
  })
  const shown = useActionQuery('/partner/postback_show', { id }, { refetchIntervalMs: SENDING_CHECK_MS })
  const toErrorText = useErrorText({
    being_sent: text('errorBeingSent'),
    changed: text('errorSentMeanwhile'),
    postback_removed: text('errorPostbackRemoved'),
    unknown_postback: text('errorUnknownPostback')
  })
  if (shown.error !== null) return <ErrorAlert error={shown.error} onRetry={() => void shown.refetch()} />
  if (shown.data === undefined) return <Skeleton h={240} />
  const { delivery, body, parameters, resend_refusal: refusal } = shown.data
  const { status, attempts } = delivery
  return (
    <Stack>
      <Table variant="vertical" withRowBorders={false}>
        <Table.Tbody>
          <DetailRow name={text('status')}>
            <DeliveryStatus delivery={delivery} />
          </DetailRow>
          <DetailRow
            name={text('event')}
          >{`${names(`event_${delivery.event}`)} (${delivery.event}) · ${delivery.event_id}`}</DetailRow>
          <DetailRow name={text('campaign')}>{delivery.lpid}</DetailRow>
          <DetailRow name={text('happened')}>{zonedDateTime(delivery.created_at)}</DetailRow>
          {delivery.delivered_at !== null && (
            <DetailRow name={text('deliveredAt')}>{zonedDateTime(delivery.delivered_at)}</DetailRow>
          )}
          {delivery.next_at !== null && (
            <DetailRow name={text('nextAttempt')}>{zonedDateTime(delivery.next_at)}</DetailRow>
          )}
          <DetailRow name={text('receiver')}>{`${delivery.method} ${delivery.url}`}</DetailRow>
        </Table.Tbody>
      </Table>
      <div>
        <Text size="sm" fw={600}>
          {text('answer')}
        </Text>
        {delivery.last_response === null ? (
          <Text size="sm">{text('noAnswer')}</Text>
        ) : (
          <>
            <CallAnswer response={delivery.last_response} />
            <RawDetail title={failures('detail')} value={delivery.last_response} />
          </>
        )}
      </div>
      {body !== null && <TextBlock title={text('body')} value={formatJson(body)} />}
      {parameters.length > 0 && (
        <TextBlock
          title={text('parameters')}
          value={parameters.map(({ name, value }) => `${name}=${value}`).join('\n')}
        />
      )}
      {body === null && parameters.length === 0 && <Text size="sm">{text('nothingSent')}</Text>}
      <Text size="xs" c="dimmed">
        {text('bodyNote')}
      </Text>
      {resend.error !== null && (
        <Text c="red" size="sm" role="alert">
          {toErrorText(resend.error)}
        </Text>
      )}
      {role !== 'analyst' && (
        <>
          <Button
            leftSection={<IconSend size={18} />}
            loading={resend.isPending}
            disabled={refusal !== null}
            onClick={() => resend.mutate({ id, attempts, ...(status !== 'spread' && { status }) })}
          >
            {text(status === 'waiting' ? 'sendNow' : 'resend')}
          </Button>
          {refusal !== null && <Text size="sm">{text(refusals[refusal])}</Text>}
        </>
      )}
    </Stack>
  )
}

const DetailRow = ({ name, children }: { name: string; children: ReactNode }) => (
  <Table.Tr>
    <Table.Th scope="row" w={140}>
      {name}
    </Table.Th>
    <Table.Td style={{ overflowWrap: 'anywhere' }}>{children}</Table.Td>
  </Table.Tr>
)

const TextBlock = ({ title, value }: { title: string; value: string }) => (
  <div>
    <Group justify="space-between">
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <CopyAction value={value} />
    </Group>
    <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {value}
    </Code>
  </div>
)

function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
