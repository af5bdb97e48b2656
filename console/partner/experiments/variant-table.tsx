import { Stack, Text } from '@mantine/core'
import { useFormats } from '../../i18n/formats.js'
import { useText } from '../../i18n/use-text.js'
import { columnsOf, DataTable } from '../../ui/data-table.js'
import { createGoalFormat, type Experiment, type Variant } from './experiment.js'

const variantColumns = columnsOf<Variant>()

type Interval = Pick<Variant['goal'], 'value' | 'low' | 'high'>

export function VariantTable({ experiment }: { experiment: Experiment }) {
  const text = useText('console-experiments')
  const general = useText('console')
  const formats = useFormats()
  const { number, percent, money } = formats
  const format = createGoalFormat(experiment, formats)
  const { variants } = experiment
  const currencies = [
    ...new Set([experiment.currency, ...variants.flatMap(one => one.money.map(({ currency }) => currency))])
  ]
  const all = variants.reduce((sum, { visitors }) => sum + visitors, 0)
  const toInterval = ({ value, low, high }: Interval, write = format) =>
    text('interval', { value: write(value), low: write(low), high: write(high) })
  const writeDifference = (value: number) => {
    const written = value > 0 ? `+${format(value)}` : format(value)
    // A difference of two shares is in percentage points.
    const isMoney = experiment.goal === 'revenue_per_visitor'
    return isMoney ? written : text('points', { value: written.replace(/\s*%/, '') })
  }
  const count = (id: 'starters' | 'paywall_visitors' | 'checkout_visitors' | 'buyers', header: string) =>
    variantColumns.display({ id, header, cell: ({ row }) => number(row.original[id]) })
  const amount = (name: 'revenue' | 'refunded') =>
    variantColumns.display({
      id: name,
      header: text(name),
      cell: ({ row }) => (
        <Stack gap={0}>
          {currencies.map(currency => {
            const entry = row.original.money.find(one => one.currency === currency)
            return (
              <Text key={currency} size="sm" miw="max-content">
                {money(entry?.[name] ?? 0, currency)}
              </Text>
            )
          })}
        </Stack>
      )
    })
  const columns = variantColumns.columns([
    variantColumns.display({ id: 'name', header: text('variant'), cell: ({ row }) => row.original.name }),
    variantColumns.display({
      id: 'visitors',
      header: text('visitors'),
      cell: ({ row: { original } }) => (
        <Text size="sm" miw="max-content">
          {number(original.visitors)}
          {all > 0 && (
            <Text span c="dimmed" inherit>
              {` ${percent(original.visitors / all)}`}
            </Text>
          )}
        </Text>
      )
    }),
    variantColumns.display({
      id: 'goal',
      header: text(`goal_${experiment.goal}`),
      cell: ({ row }) => (
        <Text size="sm" miw="max-content">
          {toInterval(row.original.goal)}
        </Text>
      )
    }),
    variantColumns.display({
      id: 'difference',
      header: text(experiment.goal === 'revenue_per_visitor' ? 'difference' : 'differenceInPoints', {
        name: variants[0]?.name ?? ''
      }),
      cell: ({ row: { original } }) => {
        const difference = original.comparison?.difference
        return (
          <Text size="sm" miw="max-content">
            {difference === null || difference === undefined ? '–' : toInterval(difference, writeDifference)}
          </Text>
        )
      }
    }),
    count('starters', text('starters')),
    count('paywall_visitors', text('paywall')),
    count('checkout_visitors', text('checkouts')),
    count('buyers', text('buyers')),
    amount('revenue'),
    amount('refunded')
  ])
  return (
    <DataTable
      label={general('partnerExperiments')}
      columns={columns}
      rows={variants}
      toKey={({ no }) => `${no}`}
      empty=""
      isDense
    />
  )
}
