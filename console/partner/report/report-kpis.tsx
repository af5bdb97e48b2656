import { Paper, SimpleGrid, Skeleton, Text } from '@mantine/core'
import { useFormats } from '../../i18n/formats.js'
import { useText } from '../../i18n/use-text.js'
import { ChangeText } from './change-text.js'
import { type ReportNumbers, readMoney } from './report-rows.js'

interface ReportKpisProps {
  totals: ReportNumbers | undefined
  before: ReportNumbers | null
  currencies: readonly string[]
}

interface Kpi {
  name: string
  read(numbers: ReportNumbers): number
  format(value: number): string
  note?(numbers: ReportNumbers): string | null
}

/** The numbers that are asked for first. */
export function ReportKpis({ totals, before, currencies }: ReportKpisProps) {
  const text = useText('console-partner')
  const { number, money, percent } = useFormats()
  const rateOf = ({ purchases, visits }: ReportNumbers) => (visits === 0 ? 0 : purchases / visits)
  const cards: readonly Kpi[] = [
    { name: text('metric_visits'), read: (numbers: ReportNumbers) => numbers.visits, format: number },
    {
      name: text('metric_purchases'),
      read: (numbers: ReportNumbers) => numbers.purchases,
      format: number,
      note: ({ test }: ReportNumbers) => (test.purchases > 0 ? text('testPurchases', { count: test.purchases }) : null)
    },
    { name: text('conversionRate'), read: rateOf, format: percent },
    ...currencies.map(currency => ({
      name: currencies.length > 1 ? `${text('metric_revenue')} ${currency}` : text('metric_revenue'),
      read: (numbers: ReportNumbers) => readMoney(numbers, 'revenue', currency),
      format: (value: number) => money(value, currency)
    }))
  ]
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }}>
      {cards.map(({ name, read, format, note }) => (
        <Paper key={name} withBorder p={{ base: 'sm', sm: 'md' }}>
          <Text size="sm" c="dimmed">
            {name}
          </Text>
          {totals === undefined ? (
            <Skeleton h={28} mt={6} />
          ) : (
            <>
              <Text
                fz={{ base: 18, sm: 24 }}
                fw={650}
                lh={1.3}
                style={{ overflowWrap: 'anywhere' }}
                data-value={read(totals)}
              >
                {format(read(totals))}
              </Text>
              <ChangeText now={read(totals)} before={before === null ? null : read(before)} />
              {note && <Text size="xs">{note(totals)}</Text>}
            </>
          )}
        </Paper>
      ))}
    </SimpleGrid>
  )
}
