import { Alert, Skeleton } from '@mantine/core'
import IconAlertTriangle from '@tabler/icons-react/icons/IconAlertTriangle'
import IconCircleCheck from '@tabler/icons-react/icons/IconCircleCheck'
import type { ActionRequest } from '../../api/action-types.js'
import { useActionQuery } from '../../api/use-action.js'
import { useFormats } from '../../i18n/formats.js'
import { useText } from '../../i18n/use-text.js'
import { ErrorAlert } from '../../ui/error-alert.js'

/** As high as the line with one currency on a desktop. */
const PLACE_PX = 74

/** Revenue, refunds and coins of the report against orders and ledger. */
export function ReconciliationLine({ request }: { request: ActionRequest<'/partner/reconciliation'> }) {
  const text = useText('console-partner')
  const { money, number } = useFormats()
  const { data, error, refetch } = useActionQuery('/partner/reconciliation', request)
  if (error !== null) return <ErrorAlert error={error} onRetry={() => void refetch()} />
  if (data === undefined)
    return (
      <div data-drawn-later="">
        <Skeleton h={PLACE_PX} />
      </div>
    )
  const { revenue, refunded, coins } = data
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
