import { Alert, Button, Group, Select, Stack, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { ActionError } from '../api/action-error.js'
import { useActionMutation, useActionQuery } from '../api/use-action.js'
import { useFormats } from '../i18n/formats.js'
import { useLanguage } from '../i18n/language.js'
import { countDecimals, readWhole, writeAmount } from '../i18n/typed-numbers.js'
import { useText } from '../i18n/use-text.js'
import { ErrorAlert } from '../ui/error-alert.js'
import { toFieldErrors } from '../ui/field-errors.js'
import { badges, MAX_SORT, readPrice, type TitleValues, titleRules, toTitle, toTitleValues } from './product-values.js'
import type { ReportedProduct } from './reported-product.js'
import { TitleFields } from './title-fields.js'
import { useAmountError } from './use-amount-error.js'
import { useAutomaticTitle } from './use-automatic-title.js'

interface ProductValues extends TitleValues {
  /** Numbers as they are typed. */
  price: string
  badge: (typeof badges)[number]
  sort: string
  is_on_sale: boolean
}

export function EditProductForm({ product, onClose }: { product: ReportedProduct; onClose(): void }) {
  const text = useText('console-products')
  const general = useText('console')
  const { language } = useLanguage()
  const { money, number } = useFormats()
  const toErrors = useProductErrors(product.currency)
  const amountError = useAmountError()
  const toAutomaticTitle = useAutomaticTitle()
  const { formatTag } = language
  // Somebody else's change is shown, and the next try is made on top of it.
  const [isChanged, setChanged] = useState(false)
  const newest = useActionQuery('/operator/product_report', { lang: language.apiCode }, { isEnabled: isChanged })
  const current = newest.data?.list.find(({ id }) => id === product.id) ?? product
  const form = useForm<ProductValues>({
    initialValues: {
      price: writeAmount(product.amount, countDecimals(product.currency), formatTag),
      badge: product.badge ?? 'none',
      sort: `${product.sort}`,
      is_on_sale: product.status === 'on_sale',
      ...toTitleValues(product.own_title)
    },
    validate: {
      price: price => amountError.find(price, product.currency),
      sort: sort => (readWhole(sort, 0, MAX_SORT, formatTag) !== null ? null : text('error_sort')),
      title: titleRules(text('error_title'))
    }
  })
  const save = useActionMutation('/operator/product_save', {
    changes: ['/operator/product_report', '/operator/product_list'],
    onSuccess: () => {
      notifications.show({ message: general('saved') })
      onClose()
    }
  })
  const submit = ({ price, badge, sort, is_on_sale, ...title }: ProductValues) =>
    save.mutate(
      {
        id: product.id,
        amount: readPrice(price, product.currency, formatTag) ?? 0,
        badge: badge === 'none' ? null : badge,
        sort: readWhole(sort, 0, MAX_SORT, formatTag) ?? 0,
        status: is_on_sale ? 'on_sale' : 'withdrawn',
        title: toTitle(title),
        version: current.version
      },
      {
        onError: error => {
          if (error.reason === 'changed_meanwhile') {
            setChanged(true)
            void newest.refetch()
          } else form.setErrors(toErrors(error))
        }
      }
    )
  const isShownAtField = save.error !== null && Object.keys(toErrors(save.error)).length > 0
  const isConflict = save.error?.reason === 'changed_meanwhile'
  const { campaigns } = product
  return (
    <form noValidate onSubmit={form.onSubmit(submit)}>
      <Stack>
        <TextInput
          label={text('priceIn', { currency: product.currency })}
          description={text('priceHint')}
          inputMode="decimal"
          autoComplete="off"
          required
          data-autofocus
          {...form.getInputProps('price')}
        />
        <Select
          label={text('badge')}
          data={badges.map(badge => ({ value: badge, label: text(`badge_${badge}`) }))}
          allowDeselect={false}
          {...form.getInputProps('badge')}
        />
        <TextInput
          label={text('place')}
          description={text('placeHint')}
          inputMode="numeric"
          autoComplete="off"
          required
          {...form.getInputProps('sort')}
        />
        <TitleFields
          automatic={toAutomaticTitle(product)}
          isOwn={form.values.has_title}
          switchProps={form.getInputProps('has_title', { type: 'checkbox' })}
          toProps={lang => form.getInputProps(`title.${lang}`)}
        />
        <Switch
          label={text('onSale')}
          description={text('onSaleHint')}
          {...form.getInputProps('is_on_sale', { type: 'checkbox' })}
        />
        {!form.values.is_on_sale && product.status === 'on_sale' && campaigns.count > 0 && (
          <Alert color="yellow">
            {text('offeredWarning', { names: campaigns.list.map(({ name }) => name).join(', ') })}
          </Alert>
        )}
        {isConflict && (
          <Alert color="yellow" title={text('changedTitle')} role="alert">
            {text('changedLead', { price: money(current.amount, current.currency), place: number(current.sort) })}
          </Alert>
        )}
        {!isConflict && !isShownAtField && <ErrorAlert error={save.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {general('cancel')}
          </Button>
          <Button type="submit" loading={save.isPending || newest.isFetching}>
            {general('save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function useProductErrors(currency: string): (error: ActionError) => Record<string, string> {
  const text = useText('console-products')
  const amountError = useAmountError()
  return error => {
    const { amount, status, ...others } = toFieldErrors(error, (field, reason) => {
      if (reason === 'last_on_sale' || reason === 'too_many_on_sale') return text(`error_${reason}`)
      if (field.startsWith('title.')) return text('error_title')
      if (field === 'amount') return amountError.limits(currency)
      return field === 'sort' ? text('error_sort') : undefined
    })
    return {
      ...others,
      ...(amount !== undefined && { price: amount }),
      ...(status !== undefined && { is_on_sale: status })
    }
  }
}
