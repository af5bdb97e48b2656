import { Alert, Badge, Button, Code, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import IconReceiptRefund from '@tabler/icons-react/icons/IconReceiptRefund'
import { useParams } from '@tanstack/react-router'
import { useActionQuery } from '../api/use-action.js'
import { useFormats } from '../i18n/formats.js'
import { useText } from '../i18n/use-text.js'
import { CopyAction } from '../ui/copy-action.js'
import { Dialog } from '../ui/dialog.js'
import { ErrorAlert } from '../ui/error-alert.js'
import { lazyWithRetry } from '../ui/lazy-with-retry.js'
import { Page } from '../ui/page.js'
import { PageLoader } from '../ui/page-loader.js'
import { TimeText } from '../ui/time-text.js'
import { NamedValue } from './named-value.js'
import { OrderHistory } from './order-history.js'
import { OrderStatusBadge } from './order-status-badge.js'
import { computeLeft, readDisputedAmount, type ShownOrder } from './shown-order.js'
import { ViewerLink } from './support-links.js'
import { useCanChange } from './support-roles.js'

const RefundForm = lazyWithRetry(() => import('./refund-form.js').then(module => module.RefundForm))

const UNKNOWN_ORDER_CODE = 4301

export function OrderPage() {
  const text = useText('console-support')
  const { orderNo = '' } = useParams({ strict: false })
  const order = useActionQuery('/operator/order_show', { order_no: orderNo })
  if (order.data !== undefined) return <LoadedOrder order={order.data.order} />
  if (order.isPending) return <PageLoader />
  return (
    <Page title={text('order')}>
      {order.error?.code === UNKNOWN_ORDER_CODE ? (
        <Text>{text('unknownOrder')}</Text>
      ) : (
        <ErrorAlert error={order.error} onRetry={() => void order.refetch()} />
      )}
    </Page>
  )
}

function LoadedOrder({ order }: { order: ShownOrder }) {
  const text = useText('console-support')
  const canChange = useCanChange()
  const [isOpen, { open, close }] = useDisclosure()
  const canRefund = canChange && order.paid_at !== null && computeLeft(order) > 0
  return (
    <Page
      title={text('order')}
      lead={
        <Group gap={4} component="span" wrap="nowrap">
          <Text component="span" ff="monospace" size="sm" style={{ overflowWrap: 'anywhere' }}>
            {order.order_no}
          </Text>
          <CopyAction value={order.order_no} />
        </Group>
      }
      actions={
        canRefund && (
          <Button leftSection={<IconReceiptRefund size={18} aria-hidden />} onClick={open}>
            {text('refund')}
          </Button>
        )
      }
    >
      <OrderAlerts order={order} />
      <OrderFacts order={order} />
      <Stack gap="sm" component="section">
        <Title order={2} size="h4">
          {text('history')}
        </Title>
        <OrderHistory orderNo={order.order_no} />
      </Stack>
      <Dialog opened={isOpen} onClose={close} title={text('refundOrder')} size="lg">
        <RefundForm order={order} onClose={close} />
      </Dialog>
    </Page>
  )
}

/** What a person has to do, because neither the provider nor the buyer is served yet. */
function OrderAlerts({ order }: { order: ShownOrder }) {
  const text = useText('console-support')
  const { money } = useFormats()
  const history = useActionQuery('/operator/order_history', { order_no: order.order_no })
  const outcomes = history.data?.list.flatMap(step => (step.source === 'provider' ? [step.outcome] : [])) ?? []
  const last = outcomes.findLast(outcome => outcome === 'refunded' || outcome === 'refund_failed')
  return (
    <>
      {order.status === 'disputed' && (
        <Alert color="red" variant="light">
          {text('disputeAlert', { amount: money(readDisputedAmount(order), order.currency) })}
        </Alert>
      )}
      {last === 'refund_failed' && (
        <Alert color="red" variant="light">
          {text('refundFailedAlert')}
        </Alert>
      )}
    </>
  )
}

function OrderFacts({ order }: { order: ShownOrder }) {
  const text = useText('console-support')
  const { money } = useFormats()
  const { currency, refunded_amount, kind, coins, bonus, gift, days } = order
  const refunded = Number(refunded_amount)
  return (
    <Paper withBorder p="md" component="section">
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="md">
        <NamedValue name={text('status')}>
          <OrderStatusBadge status={order.status} refunded={refunded} isTest={order.is_test} />
        </NamedValue>
        <NamedValue name={text('amount')}>
          <Text fw={600} component="span">
            {money(Number(order.amount), currency)}
          </Text>
        </NamedValue>
        <NamedValue name={text('refunded')}>{refunded === 0 ? '—' : money(refunded, currency)}</NamedValue>
        {order.status === 'disputed' && (
          <NamedValue name={text('disputedAmount')}>{money(readDisputedAmount(order), currency)}</NamedValue>
        )}
        <NamedValue name={text('viewer')}>
          <ViewerLink userId={order.user_id} />
        </NamedValue>
        <NamedValue name={text('bought')}>
          {kind === 'coins'
            ? text(bonus > 0 ? 'boughtCoins' : 'boughtOnlyCoins', { coins, bonus })
            : text('boughtPass', { count: days ?? 0 })}
          {gift > 0 && (
            <Badge miw="max-content" ml="xs" variant="light" color="gray">
              {text('giftBonus')}: {gift}
            </Badge>
          )}
        </NamedValue>
        <NamedValue name={text('created')}>
          <TimeText instant={order.created_at} />
        </NamedValue>
        <NamedValue name={text('provider')}>{order.provider}</NamedValue>
        <NamedValue name={text('paymentRef')}>
          {order.payment_ref === null ? '—' : <Code style={{ overflowWrap: 'anywhere' }}>{order.payment_ref}</Code>}
        </NamedValue>
        <NamedValue name={text('campaign')}>
          {order.lpid ?? text('noCampaign')}
          {order.country !== '' && ` · ${order.country}`}
        </NamedValue>
      </SimpleGrid>
    </Paper>
  )
}
