import { ActionIcon, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { randomId } from '@mantine/hooks'
import IconX from '@tabler/icons-react/icons/IconX'
import { useFormats } from '../i18n/formats.js'
import { useLanguage } from '../i18n/language.js'
import { readWhole } from '../i18n/typed-numbers.js'
import { useText } from '../i18n/use-text.js'
import type { NewProductForm, NewProductValues } from './new-product-values.js'
import { readPrice } from './product-values.js'

const MAX_PRICES = 20
const currencies = Intl.supportedValuesOf('currency')

/** The price in the server’s currency, and in any number of others. */
export function PriceFields({ form, currency }: { form: NewProductForm; currency: string }) {
  const text = useText('console-products')
  const { values } = form
  const toAmountProps = (index: number) => ({
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    required: true,
    ...form.getInputProps(`prices.${index}.amount`)
  })
  return (
    <>
      <TextInput
        label={text('priceIn', { currency })}
        description={<UnitPrice values={values} />}
        {...toAmountProps(0)}
      />
      {values.prices.map(
        (price, index) =>
          index > 0 && (
            <Group key={price.key} align="flex-start" wrap="nowrap">
              <Select
                label={text('currency')}
                data={currencies}
                searchable
                required
                w={130}
                {...form.getInputProps(`prices.${index}.currency`)}
              />
              <TextInput label={text('price')} flex={1} {...toAmountProps(index)} />
              <ActionIcon
                mt={26}
                size="lg"
                variant="subtle"
                color="gray"
                aria-label={text('removePrice', { currency: price.currency })}
                onClick={() => form.removeListItem('prices', index)}
              >
                <IconX size={18} aria-hidden />
              </ActionIcon>
            </Group>
          )
      )}
      {values.prices.length < MAX_PRICES && (
        <Stack gap={4} align="flex-start">
          <Button
            size="compact-sm"
            variant="subtle"
            ml={-8}
            onClick={() => form.insertListItem('prices', { key: randomId(), currency: '', amount: '' })}
          >
            {text('addPrice')}
          </Button>
          {values.prices.length > 1 && (
            <Text size="xs" c="dimmed">
              {text('otherPriceHint', { currency })}
            </Text>
          )}
        </Stack>
      )}
    </>
  )
}

/** What viewers compare offers by; nothing before there is a price. */
function UnitPrice({ values: { kind, coins, bonus, days, prices } }: { values: NewProductValues }) {
  const text = useText('console-products')
  const { money } = useFormats()
  const { formatTag } = useLanguage().language
  const [first] = prices
  if (first === undefined) return null
  const amount = readPrice(first.amount, first.currency, formatTag)
  const read = (typed: string) => readWhole(typed, 0, Number.MAX_SAFE_INTEGER, formatTag) ?? Number.NaN
  const units = kind === 'coins' ? (read(coins) + read(bonus)) / 100 : read(days)
  if (amount === null || !(units > 0)) return text('priceHint')
  const price = money(Math.round(amount / units), first.currency)
  return text(kind === 'coins' ? 'perHundred' : 'perDay', { price })
}
