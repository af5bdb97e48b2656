import { Group, Select } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useActionList } from '../api/use-action.js'
import { useText } from '../i18n/use-text.js'
import { ListTable } from '../ui/list-table.js'
import { Page } from '../ui/page.js'
import { useOrderColumns } from './order-columns.js'
import { orderFilters, parseOrderFilter } from './order-filter.js'

export function OrdersPage() {
  const text = useText('console-support')
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const status = parseOrderFilter(search.status)
  const list = useActionList('/operator/order_list', { status })
  const columns = useOrderColumns()
  const change = (value: string | null) =>
    void navigate({ to: '.', search: { status: parseOrderFilter(value) }, resetScroll: false } as never)
  return (
    <Page title={text('orders')} lead={text('ordersLead')}>
      <Group>
        <Select
          label={text('status')}
          data={orderFilters.map(value => ({ value, label: text(`status_${value}`) }))}
          value={status}
          allowDeselect={false}
          w={320}
          maw="100%"
          onChange={change}
        />
      </Group>
      <ListTable
        label={text('orders')}
        list={list}
        columns={columns}
        toKey={({ order_no }) => order_no}
        empty={text(status === 'all' ? 'noOrders' : 'noOrdersInStatus')}
      />
    </Page>
  )
}
