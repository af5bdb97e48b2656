import { Badge, Code, Group, Stack, Text, Timeline } from '@mantine/core'
import IconArrowsExchange from '@tabler/icons-react/icons/IconArrowsExchange'
import IconBook2 from '@tabler/icons-react/icons/IconBook2'
import IconBuildingBank from '@tabler/icons-react/icons/IconBuildingBank'
import IconMessage from '@tabler/icons-react/icons/IconMessage'
import IconReceiptRefund from '@tabler/icons-react/icons/IconReceiptRefund'
import IconShoppingCart from '@tabler/icons-react/icons/IconShoppingCart'
import IconUser from '@tabler/icons-react/icons/IconUser'
import { type ComponentType, type ReactNode, Suspense } from 'react'
import type { ActionResponse } from '../api/action-types.js'
import { useActionQuery } from '../api/use-action.js'
import { toActionName } from '../audit/audit-names.js'
import { useFormats } from '../i18n/formats.js'
import type { TextOf } from '../i18n/parts.js'
import { useText } from '../i18n/use-text.js'
import { ErrorAlert } from '../ui/error-alert.js'
import { PageLoader } from '../ui/page-loader.js'
import { LedgerEntries } from './ledger-entries.js'
import { Quote } from './quote.js'
import { useSigned } from './use-signed.js'

type Step = ActionResponse<'/operator/order_history'>['list'][number]
type StepOf<Source extends Step['source']> = Extract<Step, { source: Source }>
type SupportKey = Parameters<TextOf<'console-support'>>[0]

const icons: Record<Step['source'], ComponentType<{ size?: number }>> = {
  order: IconShoppingCart,
  provider: IconBuildingBank,
  ledger: IconBook2,
  refund: IconReceiptRefund,
  postback: IconArrowsExchange,
  feedback: IconMessage,
  operator: IconUser
}

const colors: Record<Step['source'], string> = {
  order: 'blue',
  provider: 'violet',
  ledger: 'teal',
  refund: 'orange',
  postback: 'gray',
  feedback: 'grape',
  operator: 'drama'
}

export function OrderHistory({ orderNo }: { orderNo: string }) {
  const history = useActionQuery('/operator/order_history', { order_no: orderNo })
  const { zonedDateTime } = useFormats()
  if (history.data === undefined) {
    if (history.isPending) return <PageLoader />
    return <ErrorAlert error={history.error} onRetry={() => void history.refetch()} />
  }
  const { list, currency } = history.data
  return (
    <Timeline bulletSize={28} lineWidth={2} active={list.length}>
      {list.map((step, index) => {
        const Icon = icons[step.source]
        return (
          <Timeline.Item
            // biome-ignore lint/suspicious/noArrayIndexKey: steps have no id, and the list only grows at its end
            key={index}
            bullet={<Icon size={16} aria-hidden />}
            color={colors[step.source]}
            title={<StepTitle step={step} currency={currency} />}
          >
            <Text size="xs" c="dimmed">
              <time dateTime={step.at}>{zonedDateTime(step.at)}</time>
            </Text>
            <StepDetails step={step} currency={currency} />
          </Timeline.Item>
        )
      })}
    </Timeline>
  )
}

interface StepProps<Source extends Step['source'] = Step['source']> {
  step: StepOf<Source>
  currency: string
}

function StepTitle({ step, currency }: StepProps): ReactNode {
  const text = useText('console-support')
  const { money } = useFormats()
  switch (step.source) {
    case 'order':
      return text(`step_${step.type}`, { amount: money(step.amount, step.currency) })
    case 'provider':
      return outcomes[step.outcome] === undefined ? step.outcome : text(outcomes[step.outcome] as SupportKey)
    case 'ledger':
      if (step.is_debt) return text('ledger_debt')
      if (step.kind === 'order_refund' && step.coins + step.bonus > 0) return text('ledger_refund_undone')
      return text(`ledger_${step.kind}`)
    case 'refund': {
      const amount = money(step.amount, currency)
      return step.type === 'requested'
        ? text('refundRequested', { amount, operator: step.operator })
        : text('refundDone', { amount })
    }
    case 'postback':
      return text(`postback_${step.status}`, { event: step.event })
    case 'feedback':
      return step.type === 'received'
        ? text('feedbackReceived')
        : text('feedbackAnswered', { operator: step.operator ?? '' })
    case 'operator':
      return (
        <Suspense fallback={step.operator}>
          <OperatorTitle step={step} />
        </Suspense>
      )
  }
}

const outcomes: Readonly<Record<string, SupportKey>> = {
  open: 'outcome_open',
  paid: 'outcome_paid',
  failed: 'outcome_failed',
  closed: 'outcome_closed',
  refunded: 'outcome_refunded',
  refund_failed: 'outcome_refund_failed',
  disputed: 'outcome_disputed',
  dispute_won: 'outcome_dispute_won'
}

function StepDetails({ step, currency }: StepProps): ReactNode {
  switch (step.source) {
    case 'order':
      return null
    case 'provider':
      return <ProviderDetails step={step} currency={currency} />
    case 'ledger':
      return <LedgerDetails step={step} />
    case 'refund':
      return step.type === 'requested' ? <RefundDetails step={step} /> : null
    case 'postback':
      return <PostbackDetails step={step} />
    case 'feedback':
      return step.type === 'received' ? <Quote>{step.text}</Quote> : null
    case 'operator':
      return <OperatorDetails step={step} />
  }
}

function ProviderDetails({ step, currency }: StepProps<'provider'>) {
  const text = useText('console-support')
  const { money } = useFormats()
  const { amount, result } = step
  return (
    <Group gap="xs">
      {amount !== null && <Text size="sm">{money(amount, currency)}</Text>}
      {(result === 'ignored' || result === 'mismatch') && (
        <Badge miw="max-content" color={result === 'mismatch' ? 'red' : 'gray'} variant="light">
          {text(`result_${result}`)}
        </Badge>
      )}
      <Code style={{ overflowWrap: 'anywhere' }}>{step.event_id}</Code>
    </Group>
  )
}

function LedgerDetails({ step }: { step: StepOf<'ledger'> }) {
  const text = useText('console-support')
  const signed = useSigned()
  const { coins_after: coins, bonus_after: bonus } = step
  return (
    <Stack gap={4}>
      <Text size="sm">{text('coinsMoved', { coins: signed(step.coins), bonus: signed(step.bonus) })}</Text>
      <Text size="sm" c="dimmed">
        {text('balanceAfter', { coins, bonus })}
      </Text>
      <LedgerEntries entries={step.entries} userId={step.user_id} />
    </Stack>
  )
}

function RefundDetails({ step }: { step: StepOf<'refund'> }) {
  const text = useText('console-support')
  const { coins, bonus, debt, waived_coins, waived_bonus, reason } = step
  return (
    <Stack gap={4}>
      <Text size="sm">{text('refundTook', { coins, bonus })}</Text>
      {debt > 0 && <Text size="sm">{text('refundDebt', { count: debt })}</Text>}
      {waived_coins + waived_bonus > 0 && (
        <Text size="sm">{text('refundWaived', { coins: waived_coins, bonus: waived_bonus })}</Text>
      )}
      {reason !== null && <Quote>{reason}</Quote>}
    </Stack>
  )
}

function PostbackDetails({ step }: { step: StepOf<'postback'> }) {
  const text = useText('console-support')
  const place = [step.network, step.lpid].filter(part => part !== null).join(' · ')
  return (
    <Text size="sm" c="dimmed">
      {[place, text('attempts', { count: step.attempts })].filter(part => part !== '').join(' · ')}
    </Text>
  )
}

function OperatorTitle({ step: { operator, action } }: { step: StepOf<'operator'> }) {
  const text = useText('console-support')
  const names = useText('console-audit')
  return text('operatorDid', { operator, action: toActionName(names, action) })
}

const refusals: Readonly<Record<string, SupportKey>> = {
  not_paid: 'refused_not_paid',
  too_late: 'refused_too_late',
  spent: 'refused_spent',
  used: 'refused_used',
  not_left: 'refused_not_left',
  pending: 'refused_pending',
  above_limit: 'refused_above_limit',
  key_used: 'refused_key_used',
  provider: 'refused_provider'
}

function OperatorDetails({ step: { code, reason } }: { step: StepOf<'operator'> }) {
  const text = useText('console-support')
  if (code === null || code === 200) return null
  const refusal = refusals[reason ?? '']
  return (
    <Text size="sm" fw={600}>
      {text('refusedWith', { reason: refusal === undefined ? (reason ?? code) : text(refusal) })}
    </Text>
  )
}
