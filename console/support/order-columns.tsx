import type { ListItem } from '../api/action-types.js'
import { useFormats } from '../i18n/formats.js'
import { useText } from '../i18n/use-text.js'
import { type Column, columnsOf } from '../ui/data-table.js'
import { TimeText } from '../ui/time-text.js'
import { OrderStatusBadge } from './order-status-badge.js'
import { OrderLink, ViewerLink } from './support-links.js'

export type ListedOrder = ListItem<'/operator/order_list'>

const orderColumns = columnsOf<ListedOrder>()

export function useOrderColumns(): readonly Column<ListedOrder>[] {
  const text = useText('console-support')
  const { money } = useFormats()
  return orderColumns.columns([
    orderColumns.display({
      id: 'order',
      header: text('order'),
      cell: ({ row }) => <OrderLink orderNo={row.original.order_no} />
    }),
    orderColumns.display({
      id: 'status',
      header: text('status'),
      cell: ({ row: { original } }) => (
        <OrderStatusBadge status={original.status} refunded={original.refunded} isTest={original.is_test} />
      )
    }),
    orderColumns.display({
      id: 'amount',
      header: text('amount'),
      cell: ({ row: { original } }) => money(original.amount, original.currency)
    }),
    orderColumns.display({
      id: 'refunded',
      header: text('returnedMoney'),
      cell: ({ row: { original } }) => (original.refunded === 0 ? '—' : money(original.refunded, original.currency))
    }),
    orderColumns.display({
      id: 'viewer',
      header: text('viewer'),
      cell: ({ row }) => <ViewerLink userId={row.original.user_id} />
    }),
    orderColumns.display({
      id: 'created',
      header: text('created'),
      cell: ({ row }) => <TimeText instant={row.original.created_at} />
    })
  ]) as readonly Column<ListedOrder>[]
}
