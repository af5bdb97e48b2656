import { Alert, Button, Group, NumberInput, SegmentedControl, SimpleGrid, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useActionMutation } from '../api/use-action.js'
import { useText } from '../i18n/use-text.js'
import { ErrorAlert } from '../ui/error-alert.js'
import { useViewerErrors } from './use-viewer-errors.js'

interface AdjustValues {
  direction: 'give' | 'take'
  kind: 'coins' | 'bonus'
  coins: number | string
  reason: string
}

interface AdjustCoinsFormProps {
  userId: string
  debt: number
  onClose(): void
}

const MAX_COINS = 1_000_000
const REASON_LIMIT = 500

export function AdjustCoinsForm({ userId, debt, onClose }: AdjustCoinsFormProps) {
  const text = useText('console-support')
  const toErrors = useViewerErrors()
  const [key] = useState(() => crypto.randomUUID())
  const form = useForm<AdjustValues>({
    initialValues: { direction: 'give', kind: 'bonus', coins: '', reason: '' },
    validate: {
      coins: coins => (isWholeNumber(coins) ? null : text('invalidCoins')),
      reason: reason => (reason.trim() === '' ? text('invalidReason') : null)
    }
  })
  const adjust = useActionMutation('/operator/coins_adjust', {
    changes: ['/operator/viewer_show', '/operator/viewer_ledger', '/operator/coins_request_list']
  })
  const { direction, kind } = form.values
  if (adjust.data !== undefined) {
    const isWaiting = adjust.data.adjustment.status === 'waiting'
    return (
      <Stack>
        <Alert color={isWaiting ? 'blue' : 'green'} role="status">
          {text(isWaiting ? 'adjustWaits' : 'adjustDone')}
        </Alert>
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            {text('close')}
          </Button>
        </Group>
      </Stack>
    )
  }
  const submit = ({ coins, reason }: AdjustValues) =>
    adjust.mutate(
      {
        user_id: userId,
        kind,
        coins: direction === 'give' ? Number(coins) : -Number(coins),
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
          {text('bonusHint')} {debt > 0 && kind === 'coins' && direction === 'give' && text('debtHint', { debt })}
        </Text>
        <NumberInput
          label={text('howMany')}
          allowDecimal={false}
          allowNegative={false}
          max={MAX_COINS}
          clampBehavior="none"
          required
          data-autofocus
          {...form.getInputProps('coins')}
        />
        <Textarea
          label={text('reason')}
          description={text('adjustReasonHint')}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={REASON_LIMIT}
          required
          {...form.getInputProps('reason')}
        />
        {!isShownAtField &&
          (Object.keys(others).length > 0 ? (
            <Alert color="red" role="alert">
              {Object.values(others)}
            </Alert>
          ) : (
            <ErrorAlert error={adjust.error} />
          ))}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {text('cancel')}
          </Button>
          <Button type="submit" loading={adjust.isPending}>
            {text('adjustNow')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const isWholeNumber = (coins: number | string) =>
  coins !== '' && Number.isInteger(Number(coins)) && Number(coins) >= 1 && Number(coins) <= MAX_COINS
