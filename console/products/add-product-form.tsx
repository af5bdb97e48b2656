import { Button, Group, SegmentedControl, Select, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMediaQuery } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useRef, useState } from 'react'
import type { ActionError } from '../api/action-error.js'
import { useActionMutation } from '../api/use-action.js'
import { useSession } from '../api/use-session.js'
import { useLanguage } from '../i18n/language.js'
import { readWhole } from '../i18n/typed-numbers.js'
import { useText } from '../i18n/use-text.js'
import { ErrorAlert } from '../ui/error-alert.js'
import { toFieldErrors } from '../ui/field-errors.js'
import { focusFirstError } from '../ui/focus-first-error.js'
import type { NewProductValues } from './new-product-values.js'
import { PriceFields } from './price-fields.js'
import { badges, MAX_SORT, readPrice, titleRules, toTitle, toTitleValues } from './product-values.js'
import { TitleFields } from './title-fields.js'
import { useAmountError } from './use-amount-error.js'
import { useAutomaticTitle } from './use-automatic-title.js'

const kinds = ['coins', 'weekly', 'monthly'] as const
const daysOf = { coins: '', weekly: '7', monthly: '30' } as const
const CODE = /^[a-z0-9][a-z0-9_-]{0,39}$/
const MAX_COINS = 1_000_000
const MAX_DAYS = 365

export function AddProductForm({ onClose }: { onClose(): void }) {
  const text = useText('console-products')
  const general = useText('console')
  const { currency } = useSession()
  const toErrors = useProductErrors()
  const { formatTag } = useLanguage().language
  const amountError = useAmountError()
  const isWide = useMediaQuery('(min-width: 36em)', true, { getInitialValueInEffect: false })
  const toAutomaticTitle = useAutomaticTitle()
  // Follows what the product gives until somebody types another.
  const [isCodeTyped, setCodeTyped] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const read = (typed: string, min: number, max: number) => readWhole(typed, min, max, formatTag)
  const form = useForm<NewProductValues>({
    initialValues: {
      kind: 'coins',
      code: '',
      coins: '',
      bonus: '0',
      days: '',
      prices: [{ key: 'first', currency, amount: '' }],
      badge: 'none',
      sort: '',
      is_on_sale: false,
      ...toTitleValues(null)
    },
    validate: {
      coins: (coins, { kind }) => (kind !== 'coins' || read(coins, 1, MAX_COINS) !== null ? null : text('error_coins')),
      bonus: (bonus, { kind }) => (kind !== 'coins' || read(bonus, 0, MAX_COINS) !== null ? null : text('error_bonus')),
      days: (days, { kind }) => (kind === 'coins' || read(days, 1, MAX_DAYS) !== null ? null : text('error_days')),
      prices: {
        currency: (name, { prices }) => {
          if (name === '') return text('error_currency')
          return prices.filter(price => price.currency === name).length > 1 ? text('error_same_currency') : null
        },
        amount: (price, { prices }, path) => {
          const { currency: name = currency } = prices[Number(path.split('.')[1])] ?? {}
          return amountError.find(price, name || currency)
        }
      },
      sort: sort => (sort === '' || read(sort, 0, MAX_SORT) !== null ? null : text('error_sort')),
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
    form.setValues({ ...change, ...(!isCodeTyped && { code: toCode(next, formatTag) }) })
  }
  const submit = ({ kind, code, coins, bonus, days, prices, badge, sort, is_on_sale, ...title }: NewProductValues) =>
    add.mutate(
      {
        kind,
        code,
        ...(kind === 'coins'
          ? { coins: read(coins, 1, MAX_COINS) ?? 0, bonus: read(bonus, 0, MAX_COINS) ?? 0 }
          : { days: read(days, 1, MAX_DAYS) ?? 0 }),
        prices: prices.map(price => ({
          currency: price.currency,
          amount: readPrice(price.amount, price.currency, formatTag) ?? 0
        })),
        badge: badge === 'none' ? null : badge,
        sort: read(sort, 0, MAX_SORT),
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
            <TextInput
              label={text('coins')}
              inputMode="numeric"
              autoComplete="off"
              required
              data-autofocus
              {...form.getInputProps('coins')}
              onChange={event => follow({ coins: event.currentTarget.value })}
            />
            <TextInput label={text('bonus')} inputMode="numeric" autoComplete="off" {...form.getInputProps('bonus')} />
          </SimpleGrid>
        ) : (
          <TextInput
            label={text('days')}
            description={text('daysHint')}
            inputMode="numeric"
            autoComplete="off"
            required
            {...form.getInputProps('days')}
            onChange={event => follow({ days: event.currentTarget.value })}
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
          <TextInput label={text('place')} inputMode="numeric" autoComplete="off" {...form.getInputProps('sort')} />
        </SimpleGrid>
        <Text size="xs" c="dimmed" mt={-8}>
          {text('placeLastHint')}
        </Text>
        <TitleFields
          automatic={toAutomaticTitle({ kind: values.kind, coins: read(values.coins, 1, MAX_COINS) })}
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

const toCode = ({ kind, coins, days }: Pick<NewProductValues, 'kind' | 'coins' | 'days'>, tag: string): string =>
  kind === 'coins'
    ? `${readWhole(coins, 1, MAX_COINS, tag) ?? ''}`
    : `${kind}_${readWhole(days, 1, MAX_DAYS, tag) ?? ''}`

type Prices = NewProductValues['prices']

function useProductErrors(): (error: ActionError, prices: Prices) => Record<string, string> {
  const text = useText('console-products')
  const { currency } = useSession()
  const amountError = useAmountError()
  return (error, prices) => {
    const { status, ...others } = toFieldErrors(error, (field, reason) => {
      if (reason === 'product_exists' || reason === 'same_currency' || reason === 'too_many_on_sale')
        return text(`error_${reason}`)
      if (field.startsWith('title.')) return text('error_title')
      if (/^prices\.\d+\.currency$/.test(field)) return text('error_currency')
      const [, index] = /^prices\.(\d+)\.amount$/.exec(field) ?? []
      if (index !== undefined) return amountError.limits(prices[Number(index)]?.currency || currency)
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
