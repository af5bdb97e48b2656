import { Alert, Button, Group, Radio, SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import IconCheck from '@tabler/icons-react/icons/IconCheck'
import { useState } from 'react'
import type { ActionError } from '../api/action-error.js'
import type { ActionRequest } from '../api/action-types.js'
import { useActionMutation } from '../api/use-action.js'
import { useFormats } from '../i18n/formats.js'
import { useLanguage } from '../i18n/language.js'
import { countDecimals, readAmount } from '../i18n/typed-numbers.js'
import { useText } from '../i18n/use-text.js'
import { ErrorAlert } from '../ui/error-alert.js'
import { Quote } from './quote.js'
import { computeLeft, computeRefundCoins, computeSpent, type ShownOrder } from './shown-order.js'

interface RefundValues {
  extent: 'full' | 'part'
  /** In major units, as it is typed. */
  amount: string
  /** Empty while there is a choice to make. */
  spent: 'refuse' | 'debt' | 'waive' | ''
  reason: string
}

interface RefundFormProps {
  order: ShownOrder
  onClose(): void
}

const spentRules = ['refuse', 'debt', 'waive'] as const
const REASON_LIMIT = 500

const isAny = ({ coins, bonus }: { coins: number; bonus: number }) => coins + bonus > 0

export function RefundForm({ order, onClose }: RefundFormProps) {
  const text = useText('console-support')
  const { money: moneyOf } = useFormats()
  const money = (minor: number) => moneyOf(minor, order.currency)
  const { formatTag } = useLanguage().language
  const decimals = countDecimals(order.currency)
  const toErrors = useRefundErrors(order.currency)
  const [isConfirming, setIsConfirming] = useState(false)
  const left = computeLeft(order)
  const toRefunded = ({ extent, amount }: Pick<RefundValues, 'extent' | 'amount'>) => {
    const part = readAmount(amount, decimals, formatTag)
    return extent === 'part' && typeof part === 'number' ? part : left
  }
  const toSpent = (values: RefundValues) => computeSpent(order, computeRefundCoins(order, toRefunded(values)))
  const form = useForm<RefundValues>({
    initialValues: { extent: 'full', amount: '', spent: '', reason: '' },
    validate: {
      amount: (amount, { extent }) => {
        const minor = readAmount(amount, decimals, formatTag)
        if (extent === 'full' || (typeof minor === 'number' && minor >= 1 && minor <= left)) return null
        if (minor === 'decimals' && decimals > 0) return text('tooManyDecimals', { currency: order.currency, decimals })
        return text('wrongAmount', { amount: money(left) })
      },
      spent: (spent, values) => (spent === '' && isAny(toSpent(values)) ? text('refund_spent') : null),
      reason: (reason, { spent }) => (spent === 'waive' && reason.trim() === '' ? text('invalidReason') : null)
    }
  })
  const refund = useActionMutation('/operator/order_refund', {
    changes: ['/operator/order_show', '/operator/order_history', '/operator/order_list', '/operator/viewer_show']
  })
  const { extent, amount, reason } = form.values
  const spent = form.values.spent === '' ? 'refuse' : form.values.spent
  const part = readAmount(amount, decimals, formatTag)
  const refunded = toRefunded(form.values)
  const taken = computeRefundCoins(order, refunded)
  const alreadySpent = toSpent(form.values)
  const shown = money(refunded)
  if (refund.data !== undefined) return <RefundResult answer={refund.data} onClose={onClose} />
  const submit = () => {
    const request: ActionRequest<'/operator/order_refund'> = {
      order_no: order.order_no,
      spent,
      ...(extent === 'part' && typeof part === 'number' && { amount: part }),
      ...(reason.trim() !== '' && { reason: reason.trim() })
    }
    refund.mutate(request, {
      onError: error => {
        const errors = toErrors(error)
        if (errors === null) return
        setIsConfirming(false)
        form.setErrors(errors)
      }
    })
  }
  const hasFieldError = refund.error !== null && toErrors(refund.error) !== null
  if (isConfirming) {
    return (
      <Stack>
        <Text>{text('confirmRefund', { amount: shown })}</Text>
        {order.kind === 'coins' && (
          <Stack gap={4}>
            <Text size="sm">{text('refundTakes', taken)}</Text>
            <Text size="sm">{text(`ifSpent_${spent}`)}</Text>
          </Stack>
        )}
        {reason.trim() !== '' && (
          <div>
            <Text size="sm" c="dimmed">
              {text('reason')}
            </Text>
            <Quote>{reason.trim()}</Quote>
          </div>
        )}
        {refund.error?.reason === 'provider' ? (
          <Alert color="red" role="alert">
            {text('refund_provider')}
          </Alert>
        ) : (
          !hasFieldError && <ErrorAlert error={refund.error} />
        )}
        <Group justify="flex-end">
          <Button variant="default" disabled={refund.isPending} onClick={() => setIsConfirming(false)}>
            {text('back')}
          </Button>
          <Button loading={refund.isPending} onClick={submit} data-autofocus>
            {text('refundNow', { amount: shown })}
          </Button>
        </Group>
      </Stack>
    )
  }
  return (
    <form noValidate onSubmit={form.onSubmit(() => setIsConfirming(true))}>
      <Stack>
        <Stack gap={4}>
          <SegmentedControl
            aria-label={text('howMuch')}
            data={[
              { value: 'full', label: text('refundFull') },
              { value: 'part', label: text('refundPart') }
            ]}
            {...form.getInputProps('extent')}
          />
          <Text size="sm" c="dimmed">
            {text('left', { amount: money(left) })}
          </Text>
        </Stack>
        {extent === 'part' ? (
          <TextInput
            label={text('refundAmount', { currency: order.currency })}
            inputMode="decimal"
            autoComplete="off"
            required
            withAsterisk={false}
            data-autofocus
            {...form.getInputProps('amount')}
          />
        ) : (
          form.errors.amount && (
            <Text c="var(--mantine-color-error)" size="sm" role="alert">
              {form.errors.amount}
            </Text>
          )
        )}
        {order.kind === 'coins' && (
          <Stack gap={4}>
            <Text size="sm">{text('refundTakes', taken)}</Text>
            <Text size="sm" fw={isAny(alreadySpent) ? 600 : 400}>
              {isAny(alreadySpent) ? text('alreadySpent', alreadySpent) : text('nothingSpent')}
            </Text>
          </Stack>
        )}
        {order.kind === 'coins' && (isAny(alreadySpent) || form.errors.spent !== undefined) && (
          <Radio.Group label={text('spentCoins')} {...form.getInputProps('spent')}>
            <Stack gap="xs" mt="xs">
              {spentRules.map(rule => (
                <Radio key={rule} value={rule} label={text(`spent_${rule}`)} description={text(`spent_${rule}_hint`)} />
              ))}
            </Stack>
          </Radio.Group>
        )}
        <Textarea
          label={text('reason')}
          description={text('refundReasonHint')}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={REASON_LIMIT}
          {...form.getInputProps('reason')}
        />
        {form.errors.order_no && (
          <Alert color="red" role="alert">
            {form.errors.order_no}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {text('cancel')}
          </Button>
          <Button type="submit">{text('continue')}</Button>
        </Group>
      </Stack>
    </form>
  )
}

function RefundResult({
  answer,
  onClose
}: {
  answer: NonNullable<ReturnType<typeof useActionMutation<'/operator/order_refund'>>['data']>
  onClose(): void
}) {
  const text = useText('console-support')
  const { money } = useFormats()
  const { refund, left, currency } = answer
  return (
    <Stack>
      <Alert color="green" icon={<IconCheck aria-hidden />} role="status">
        <Stack gap={4}>
          {refund !== null && (
            <>
              <Text fw={600}>{text('refundResult', { amount: money(refund.amount, currency) })}</Text>
              <Text size="sm">{text('refundTook', { coins: refund.coins, bonus: refund.bonus })}</Text>
              {refund.debt > 0 && <Text size="sm">{text('refundDebt', { count: refund.debt })}</Text>}
              {refund.waived_coins + refund.waived_bonus > 0 && (
                <Text size="sm">
                  {text('refundWaived', { coins: refund.waived_coins, bonus: refund.waived_bonus })}
                </Text>
              )}
            </>
          )}
          {left > 0 && <Text size="sm">{text('left', { amount: money(left, currency) })}</Text>}
        </Stack>
      </Alert>
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          {text('close')}
        </Button>
      </Group>
    </Stack>
  )
}

/** By field; null for an error that concerns none. */
function useRefundErrors(currency: string): (error: ActionError) => Record<string, string> | null {
  const text = useText('console-support')
  const { money } = useFormats()
  return (error): Record<string, string> | null => {
    const { fields, reason, data } = error
    const moneyOf = (name: string) => money(Number(data?.[name] ?? 0), String(data?.currency ?? currency))
    const sentences: Record<string, () => string> = {
      not_left: () => text('wrongAmount', { amount: moneyOf('left') }),
      used: () => text('amount_used', { amount: moneyOf('left') }),
      pending: () => text('amount_pending', { amount: moneyOf('pending') }),
      above_limit: () => text('amount_above_limit', { amount: moneyOf('limit') }),
      not_paid: () => text('refund_not_paid'),
      too_late: () => text('refund_too_late'),
      spent: () => text('refund_spent'),
      unknown_order: () => text('unknownOrder')
    }
    const [field] = fields
    if (field === undefined) return null
    if (field === 'reason') return { reason: text('invalidReason') }
    const sentence = reason === null ? undefined : sentences[reason]?.()
    if (sentence === undefined) return null
    if (reason === 'too_late') return { reason: sentence }
    return reason === 'spent' ? { spent: sentence } : { [field]: sentence }
  }
}
