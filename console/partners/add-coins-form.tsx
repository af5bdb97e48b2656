import { SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ActionError } from '../api/action-error.js'
import { useActionMutation } from '../api/use-action.js'
import { useFormats } from '../i18n/formats.js'
import { useLanguage } from '../i18n/language.js'
import { readWhole } from '../i18n/typed-numbers.js'
import { useText } from '../i18n/use-text.js'
import { CoinsButtons, CoinsFields, CoinsResult } from '../ui/coins-fields.js'
import { ErrorAlert } from '../ui/error-alert.js'
import { toFieldErrors } from '../ui/field-errors.js'

interface CoinsValues {
  direction: 'add' | 'take'
  /** As they are typed. */
  coins: string
  reference: string
  reason: string
}

const MAX_COINS = 100_000_000
const TOO_FEW_COINS_CODE = 4201

export function AddCoinsForm({ partnerId, onClose }: { partnerId: string; onClose(): void }) {
  const text = useText('console-partners')
  const general = useText('console')
  const { number } = useFormats()
  const toErrors = useCoinErrors()
  const { formatTag } = useLanguage().language
  const read = (coins: string) => readWhole(coins, 1, MAX_COINS, formatTag)
  const form = useForm<CoinsValues>({
    initialValues: { direction: 'add', coins: '', reference: '', reason: '' },
    validate: {
      coins: coins => (read(coins) !== null ? null : text('invalidCoins')),
      reference: reference => (/^[\w./-]{1,64}$/.test(reference.trim()) ? null : text('invalidReference')),
      reason: reason => (reason.trim() === '' ? text('invalidReason') : null)
    }
  })
  const book = useActionMutation('/operator/partner_coins', {
    changes: ['/operator/partner_show', '/operator/partner_list', '/operator/partner_ledger']
  })
  if (book.data !== undefined) {
    const { is_new: isNew, coins } = book.data
    return (
      <CoinsResult color={isNew ? 'green' : 'yellow'} done={general('done')} onClose={onClose}>
        {text(isNew ? 'booked' : 'countedBefore', { coins: number(coins) })}
      </CoinsResult>
    )
  }
  const submit = ({ direction, coins, reference, reason }: CoinsValues) =>
    book.mutate(
      {
        id: partnerId,
        coins: direction === 'add' ? (read(coins) ?? 0) : -(read(coins) ?? 0),
        reference: reference.trim(),
        reason: reason.trim()
      },
      { onError: error => form.setErrors(toErrors(error)) }
    )
  const isShownAtField = book.error !== null && Object.keys(toErrors(book.error)).length > 0
  return (
    <form noValidate onSubmit={form.onSubmit(submit)}>
      <Stack>
        <SegmentedControl
          aria-label={text('direction')}
          data={(['add', 'take'] as const).map(value => ({ value, label: text(value) }))}
          {...form.getInputProps('direction')}
        />
        <CoinsFields
          labels={{ howMany: text('howMany'), reason: text('reason'), reasonHint: text('reasonHint') }}
          toProps={field => form.getInputProps(field)}
        >
          <TextInput
            label={text('reference')}
            description={text('referenceHint')}
            maxLength={64}
            autoComplete="off"
            required
            {...form.getInputProps('reference')}
          />
        </CoinsFields>
        <Text size="sm" c="dimmed">
          {text('noSecondPerson')}
        </Text>
        {!isShownAtField && <ErrorAlert error={book.error} />}
        <CoinsButtons
          labels={{ cancel: general('cancel'), submit: text('book') }}
          isPending={book.isPending}
          onClose={onClose}
        />
      </Stack>
    </form>
  )
}

function useCoinErrors(): (error: ActionError) => Record<string, string> {
  const text = useText('console-partners')
  const { number } = useFormats()
  const sentences: Record<string, string> = {
    coins: text('invalidCoins'),
    reference: text('invalidReference'),
    reason: text('invalidReason')
  }
  return error =>
    error.code === TOO_FEW_COINS_CODE
      ? { coins: text('fewerCoins', { coins: number(Number(error.data?.coins ?? 0)) }) }
      : toFieldErrors(error, field => sentences[field])
}
