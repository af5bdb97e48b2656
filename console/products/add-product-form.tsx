import {
  Button,
  Group,
  NumberInput,
  SegmentedControl,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  TextInput
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMediaQuery } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useRef, useState } from 'react'
import type { ActionError } from '../api/action-error.js'
import { useActionMutation } from '../api/use-action.js'
import { useSession } from '../api/use-session.js'
import { useText } from '../i18n/use-text.js'
import { ErrorAlert } from '../ui/error-alert.js'
import { toFieldErrors } from '../ui/field-errors.js'
import { focusFirstError } from '../ui/focus-first-error.js'
import type { NewProductValues } from './new-product-values.js'
import { PriceFields } from './price-fields.js'
import {
  badges,
  countDecimals,
  isPlace,
  isWholeNumber,
  MAX_SORT,
  titleRules,
  toAmount,
  toTitle,
  toTitleValues
} from './product-values.js'
import { TitleFields } from './title-fields.js'
import { useAmountError } from './use-amount-error.js'
import { useAutomaticTitle } from './use-automatic-title.js'

const kinds = ['coins', 'weekly', 'monthly'] as const
const daysOf = { coins: '', weekly: 7, monthly: 30 } as const
const CODE = /^[a-z0-9][a-z0-9_-]{0,39}$/
const MAX_COINS = 1_000_000
const MAX_DAYS = 365

export function AddProductForm({ onClose }: { onClose(): void }) {
  const text = useText('console-products')
  const general = useText('console')
  const { currency } = useSession()
  const toErrors = useProductErrors()
  const toAmountError = useAmountError()
  const isWide = useMediaQuery('(min-width: 36em)', true, { getInitialValueInEffect: false })
  const toAutomaticTitle = useAutomaticTitle()
  // Follows what the product gives until somebody types another.
  const [isCodeTyped, setCodeTyped] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const form = useForm<NewProductValues>({
    initialValues: {
      kind: 'coins',
      code: '',
      coins: '',
      bonus: 0,
      days: '',
      prices: [{ key: 'first', currency, amount: '' }],
      badge: 'none',
      sort: '',
      is_on_sale: false,
      ...toTitleValues(null)
    },
    validate: {
      coins: (coins, { kind }) => (kind !== 'coins' || isWholeNumber(coins, 1, MAX_COINS) ? null : text('error_coins')),
      bonus: (bonus, { kind }) => (kind !== 'coins' || isWholeNumber(bonus, 0, MAX_COINS) ? null : text('error_bonus')),
      days: (days, { kind }) => (kind === 'coins' || isWholeNumber(days, 1, MAX_DAYS) ? null : text('error_days')),
      prices: {
        currency: (name, { prices }) => {
          if (name === '') return text('error_currency')
          return prices.filter(price => price.currency === name).length > 1 ? text('error_same_currency') : null
        },
        amount: (price, { prices }, path) => {
          const { currency: name = currency } = prices[Number(path.split('.')[1])] ?? {}
          return toAmount(price, countDecimals(name || currency)) === null ? toAmountError(name || currency) : null
        }
      },
      sort: sort => (sort === '' || isPlace(sort) ? null : text('error_sort')),
      code: code => (CODE.test(code) ? null : text('error_code')),
      title: titleRules(text('error_title'))
    }
  })
  const { values } = form
  const isPack = values.kind === 'coins'
  const add = useActionMutation('/operator/product_add', {
    changes: ['/operator/product_report', '/operator/product_list'],
    onSuccess: ({ ids }) => {
      notifications.show({ message: text('productAdded', { name: ids.join(', ') }) })
      onClose()
    }
  })
  const follow = (change: Partial<Pick<NewProductValues, 'kind' | 'coins' | 'days'>>) => {
    const next = { ...form.getValues(), ...change }
    form.setValues({ ...change, ...(!isCodeTyped && { code: toCode(next) }) })
  }
  const submit = ({ kind, code, coins, bonus, days, prices, badge, sort, is_on_sale, ...title }: NewProductValues) =>
    add.mutate(
      {
        kind,
        code,
        ...(kind === 'coins' ? { coins: Number(coins), bonus: Number(bonus) } : { days: Number(days) }),
        prices: prices.map(price => ({
          currency: price.currency,
          amount: toAmount(price.amount, countDecimals(price.currency)) ?? 0
        })),
        badge: badge === 'none' ? null : badge,
        sort: sort === '' ? null : Number(sort),
        status: is_on_sale ? 'on_sale' : 'withdrawn',
        title: toTitle(title)
      },
      {
        onError: error => {
          form.setErrors(toErrors(error, prices))
          focusFirstError(element.current)
        }
      }
    )
  const isShownAtField = add.error !== null && Object.keys(toErrors(add.error, values.prices)).length > 0
  return (
    <form ref={element} noValidate onSubmit={form.onSubmit(submit, () => focusFirstError(element.current))}>
      <Stack>
        <SegmentedControl
          aria-label={text('kind')}
          fullWidth
          orientation={isWide ? 'horizontal' : 'vertical'}
          data={kinds.map(kind => ({ value: kind, label: text(`kind_${kind}`) }))}
          value={values.kind}
          onChange={kind => follow({ kind, days: daysOf[kind] })}
        />
        {isPack ? (
          <SimpleGrid cols={2}>
            <NumberInput
              label={text('coins')}
              clampBehavior="none"
              hideControls
              required
              data-autofocus
              {...form.getInputProps('coins')}
              onChange={coins => follow({ coins })}
            />
            <NumberInput label={text('bonus')} clampBehavior="none" hideControls {...form.getInputProps('bonus')} />
          </SimpleGrid>
        ) : (
          <NumberInput
            label={text('days')}
            description={text('daysHint')}
            clampBehavior="none"
            required
            {...form.getInputProps('days')}
            onChange={days => follow({ days })}
          />
        )}
        <PriceFields form={form} currency={currency} />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <Select
            label={text('badge')}
            data={badges.map(badge => ({ value: badge, label: text(`badge_${badge}`) }))}
            allowDeselect={false}
            {...form.getInputProps('badge')}
          />
          <NumberInput
            label={text('place')}
            max={MAX_SORT}
            clampBehavior="none"
            hideControls
            {...form.getInputProps('sort')}
          />
        </SimpleGrid>
        <Text size="xs" c="dimmed" mt={-8}>
          {text('placeLastHint')}
        </Text>
        <TitleFields
          automatic={toAutomaticTitle(values)}
          isOwn={values.has_title}
          switchProps={form.getInputProps('has_title', { type: 'checkbox' })}
          toProps={lang => form.getInputProps(`title.${lang}`)}
        />
        <TextInput
          label={text('code')}
          description={text('codeHint')}
          leftSection={<Text size="sm" c="dimmed">{`p_${currency.toLowerCase()}_`}</Text>}
          leftSectionWidth={62}
          maxLength={40}
          autoComplete="off"
          required
          {...form.getInputProps('code')}
          onChange={event => {
            setCodeTyped(true)
            form.setFieldValue('code', event.currentTarget.value)
          }}
        />
        <Switch
          label={text('onSale')}
          description={text('newOnSaleHint')}
          {...form.getInputProps('is_on_sale', { type: 'checkbox' })}
        />
        {!isShownAtField && <ErrorAlert error={add.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {general('cancel')}
          </Button>
          <Button type="submit" loading={add.isPending}>
            {text('addProduct')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const toCode = ({ kind, coins, days }: Pick<NewProductValues, 'kind' | 'coins' | 'days'>): string =>
  kind === 'coins' ? String(coins) : `${kind}_${days}`

type Prices = NewProductValues['prices']

function useProductErrors(): (error: ActionError, prices: Prices) => Record<string, string> {
  const text = useText('console-products')
  const { currency } = useSession()
  const toAmountError = useAmountError()
  return (error, prices) => {
    const { status, ...others } = toFieldErrors(error, (field, reason) => {
      if (reason === 'product_exists' || reason === 'same_currency' || reason === 'too_many_on_sale')
        return text(`error_${reason}`)
      if (field.startsWith('title.')) return text('error_title')
      if (/^prices\.\d+\.currency$/.test(field)) return text('error_currency')
      const [, index] = /^prices\.(\d+)\.amount$/.exec(field) ?? []
      if (index !== undefined) return toAmountError(prices[Number(index)]?.currency || currency)
      switch (field) {
        case 'coins':
        case 'bonus':
        case 'days':
        case 'code':
        case 'sort':
          return text(`error_${field}`)
        default:
          return undefined
      }
    })
    return { ...others, ...(status !== undefined && { is_on_sale: status }) }
  }
}
