import { Alert, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useActionMutation } from '../api/use-action.js'
import { useLanguage } from '../i18n/language.js'
import { readWhole } from '../i18n/typed-numbers.js'
import { useText } from '../i18n/use-text.js'
import { CoinsButtons, CoinsFields, CoinsResult } from '../ui/coins-fields.js'
import { ErrorAlert } from '../ui/error-alert.js'
import { DebtAlert } from './debt-alert.js'
import { useAdjustmentText } from './use-adjustment-text.js'
import { useViewerErrors } from './use-viewer-errors.js'

interface AdjustValues {
  direction: 'give' | 'take'
  kind: 'coins' | 'bonus'
  /** As they are typed. */
  coins: string
  reason: string
}

interface AdjustCoinsFormProps {
  userId: string
  debt: number
  /** Coins in 24 hours that need no second person. */
  limit: number
  onClose(): void
}

const MAX_COINS = 1_000_000

export function AdjustCoinsForm({ userId, debt, limit, onClose }: AdjustCoinsFormProps) {
  const text = useText('console-support')
  const toErrors = useViewerErrors()
  const toText = useAdjustmentText()
  const { formatTag } = useLanguage().language
  const read = (coins: string) => readWhole(coins, 1, MAX_COINS, formatTag)
  const [key] = useState(() => crypto.randomUUID())
  const form = useForm<AdjustValues>({
    initialValues: { direction: 'give', kind: 'bonus', coins: '', reason: '' },
    validate: {
      coins: coins => (read(coins) !== null ? null : text('invalidCoins')),
      reason: reason => (reason.trim() === '' ? text('invalidReason') : null)
    }
  })
  const adjust = useActionMutation('/operator/coins_adjust', {
    changes: ['/operator/viewer_show', '/operator/viewer_ledger', '/operator/coins_request_list']
  })
  const { direction, kind } = form.values
  const entered = read(form.values.coins)
  if (adjust.data !== undefined) {
    const isWaiting = adjust.data.adjustment.status === 'waiting'
    return (
      <CoinsResult color={isWaiting ? 'blue' : 'green'} done={text('close')} onClose={onClose}>
        {text(isWaiting ? 'adjustWaits' : 'adjustDone', { coins: toText(adjust.data.adjustment), limit })}
      </CoinsResult>
    )
  }
  const submit = ({ coins, reason }: AdjustValues) =>
    adjust.mutate(
      {
        user_id: userId,
        kind,
        coins: direction === 'give' ? (read(coins) ?? 0) : -(read(coins) ?? 0),
        reason: reason.trim(),
        key
      },
      { onError: error => form.setErrors(toErrors(error)) }
    )
  const { coins, reason, ...others } = toErrors(adjust.error)
  const isShownAtField = coins !== undefined || reason !== undefined
  return (
    <form noValidate onSubmit={form.onSubmit(submit)}>
      <Stack>
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <SegmentedControl
            aria-label={text('adjustCoins')}
            data={[
              { value: 'give', label: text('give') },
              { value: 'take', label: text('take') }
            ]}
            {...form.getInputProps('direction')}
          />
          <SegmentedControl
            aria-label={text('whatCoins')}
            data={[
              { value: 'bonus', label: text('bonus') },
              { value: 'coins', label: text('coins') }
            ]}
            {...form.getInputProps('kind')}
          />
        </SimpleGrid>
        <Text size="sm" c="dimmed">
          {text('bonusHint')}
        </Text>
        {direction === 'give' && <DebtAlert debt={debt} kind={kind} />}
        <CoinsFields
          labels={{ howMany: text('howMany'), reason: text('reason'), reasonHint: text('adjustReasonHint', { limit }) }}
          toProps={field => form.getInputProps(field)}
        />
        {!isShownAtField &&
          (Object.keys(others).length > 0 ? (
            <Alert color="red" role="alert">
              {Object.values(others)}
            </Alert>
          ) : (
            <ErrorAlert error={adjust.error} />
          ))}
        <CoinsButtons
          labels={{
            cancel: text('cancel'),
            submit: entered === null ? text(direction) : text(`${direction}_${kind}`, { count: entered })
          }}
          isPending={adjust.isPending}
          onClose={onClose}
        />
      </Stack>
    </form>
  )
}
