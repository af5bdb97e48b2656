import { Alert } from '@mantine/core'
import IconAlertTriangle from '@tabler/icons-react/icons/IconAlertTriangle'
import IconCircleCheck from '@tabler/icons-react/icons/IconCircleCheck'
import { useFormats } from '../../i18n/formats.js'
import { useText } from '../../i18n/use-text.js'
import type { Report } from './report-rows.js'

/** Revenue, refunds and coins of the report against orders and ledger. */
export function ReconciliationLine({ reconciliation }: Pick<Report, 'reconciliation'>) {
  const text = useText('console-partner')
  const { money, number } = useFormats()
  const { revenue, refunded, coins } = reconciliation
  const isEqual = [...revenue, ...refunded, coins].every(({ difference }) => difference === 0)
  const parts = [
    ...revenue.map(({ currency, report, orders, difference }) =>
      text('reconciledRevenue', {
        report: money(report, currency),
        orders: money(orders, currency),
        difference: money(difference, currency)
      })
    ),
    ...refunded
      .filter(({ report, orders }) => report !== 0 || orders !== 0)
      .map(({ currency, report, orders, difference }) =>
        text('reconciledRefunds', {
          report: money(report, currency),
          orders: money(orders, currency),
          difference: money(difference, currency)
        })
      ),
    text('reconciledCoins', {
      report: number(coins.report),
      ledger: number(coins.ledger),
      difference: number(coins.difference)
    })
  ]
  return (
    <Alert
      color={isEqual ? 'green' : 'red'}
      variant="light"
      icon={isEqual ? <IconCircleCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
      title={text(isEqual ? 'reconciled' : 'notReconciled')}
    >
      {parts.join(' · ')}
    </Alert>
  )
}
