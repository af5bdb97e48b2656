import { Badge, Stack, Text } from '@mantine/core'
import type { ListItem } from '../api/action-types.js'
import { useActionList } from '../api/use-action.js'
import { useLanguage } from '../i18n/language.js'
import { useText } from '../i18n/use-text.js'
import { columnsOf } from '../ui/data-table.js'
import { ListTable } from '../ui/list-table.js'
import { TimeText } from '../ui/time-text.js'
import { useAdjustmentColumns } from './adjustment-columns.js'
import { LedgerEntries } from './ledger-entries.js'
import { useOrderColumns } from './order-columns.js'
import { OrderLink } from './support-links.js'
import { useSigned } from './use-signed.js'

interface ListProps {
  userId: string
}

export function ViewerOrders({ userId }: ListProps) {
  const text = useText('console-support')
  const list = useActionList('/operator/order_list', { user: userId })
  const columns = useOrderColumns()
  return (
    <ListTable
      label={text('orders')}
      list={list}
      columns={columns}
      toKey={({ order_no }) => order_no}
      empty={text('noOrders')}
    />
  )
}

const ledgerColumns = columnsOf<ListItem<'/operator/viewer_ledger'>>()

export function ViewerLedger({ userId }: ListProps) {
  const text = useText('console-support')
  const signed = useSigned()
  const list = useActionList('/operator/viewer_ledger', { user_id: userId })
  const columns = ledgerColumns.columns([
    ledgerColumns.display({
      id: 'when',
      header: text('when'),
      cell: ({ row }) => <TimeText instant={row.original.created_at} />
    }),
    ledgerColumns.display({
      id: 'what',
      header: text('what'),
      cell: ({ row: { original } }) => text(original.ref_type === 'debt' ? 'ledger_debt' : `ledger_${original.kind}`)
    }),
    ledgerColumns.display({ id: 'coins', header: text('coins'), cell: ({ row }) => signed(row.original.coins) }),
    ledgerColumns.display({ id: 'bonus', header: text('bonus'), cell: ({ row }) => signed(row.original.bonus) }),
    ledgerColumns.display({
      id: 'balance',
      header: text('balance'),
      cell: ({ row: { original } }) =>
        text('coinsAndBonus', { coins: original.coins_after, bonus: original.bonus_after })
    }),
    ledgerColumns.display({
      id: 'reference',
      header: text('reference'),
      cell: ({ row: { original } }) => (
        <Stack gap={2}>
          {original.ref_type === 'order' ? (
            <OrderLink orderNo={original.ref_id} />
          ) : (
            <Text size="sm" ff="monospace">
              {original.ref_id}
            </Text>
          )}
          <LedgerEntries entries={original.entries} userId={userId} />
        </Stack>
      )
    })
  ])
  return (
    <ListTable label={text('ledger')} list={list} columns={columns} toKey={({ id }) => id} empty={text('noLedger')} />
  )
}

const unlockColumns = columnsOf<ListItem<'/operator/viewer_unlocks'>>()

export function ViewerUnlocks({ userId }: ListProps) {
  const text = useText('console-support')
  const { language } = useLanguage()
  const list = useActionList('/operator/viewer_unlocks', { user_id: userId })
  const columns = unlockColumns.columns([
    unlockColumns.display({
      id: 'when',
      header: text('when'),
      cell: ({ row }) => <TimeText instant={row.original.created_at} />
    }),
    unlockColumns.display({
      id: 'episode',
      header: text('episode'),
      cell: ({ row: { original } }) =>
        text('episodeNo', {
          title: original.title?.[language.apiCode] ?? original.drama_id,
          no: original.episode_no
        })
    }),
    unlockColumns.display({
      id: 'price',
      header: text('price'),
      cell: ({ row: { original } }) => text('coinsAndBonus', { coins: original.coins_paid, bonus: original.bonus_paid })
    }),
    unlockColumns.display({
      id: 'source',
      header: text('source'),
      cell: ({ row }) => text(`unlock_${row.original.source}`)
    }),
    unlockColumns.display({
      id: 'returned',
      header: text('returned'),
      cell: ({ row }) => <TimeText instant={row.original.refunded_at} />
    })
  ])
  return (
    <ListTable
      label={text('unlocks')}
      list={list}
      columns={columns}
      toKey={({ user_id, episode_id }) => `${user_id} ${episode_id}`}
      empty={text('noUnlocks')}
    />
  )
}

const submissionColumns = columnsOf<ListItem<'/operator/viewer_submissions'>>()
const submissionColors = ['blue', 'green', 'teal', 'red'] as const

export function ViewerSubmissions({ userId }: ListProps) {
  const text = useText('console-support')
  const list = useActionList('/operator/viewer_submissions', { user_id: userId })
  const columns = submissionColumns.columns([
    submissionColumns.display({
      id: 'when',
      header: text('when'),
      cell: ({ row }) => <TimeText instant={row.original.created_at} />
    }),
    submissionColumns.display({
      id: 'channel',
      header: text('channel'),
      cell: ({ row }) => (
        <Text size="sm" tt="capitalize">
          {row.original.channel}
        </Text>
      )
    }),
    submissionColumns.display({
      id: 'status',
      header: text('status'),
      cell: ({ row: { original } }) => (
        <Stack gap={2} align="flex-start">
          <Badge miw="max-content" color={submissionColors[original.status]} variant="light">
            {text(`submission_${original.status}`)}
          </Badge>
          {original.reason !== null && (
            <Text size="xs" c="dimmed">
              {text(`reason_${original.reason}`)}
              {original.note !== null && `: ${original.note}`}
            </Text>
          )}
        </Stack>
      )
    }),
    submissionColumns.display({
      id: 'reward',
      header: text('reward'),
      cell: ({ row }) => text('plusBonus', { count: row.original.reward_bonus })
    }),
    submissionColumns.display({
      id: 'decided',
      header: text('decidedBy'),
      cell: ({ row }) => row.original.reviewer ?? '—'
    })
  ])
  return (
    <ListTable
      label={text('submissions')}
      list={list}
      columns={columns}
      toKey={({ id }) => id}
      empty={text('noSubmissions')}
    />
  )
}

export function ViewerAdjustments({ userId }: ListProps) {
  const text = useText('console-support')
  const list = useActionList('/operator/coins_request_list', { user_id: userId, status: 'all' })
  const columns = useAdjustmentColumns()
  return (
    <ListTable
      label={text('adjustments')}
      list={list}
      columns={columns}
      toKey={({ id }) => id}
      empty={text('noAdjustments')}
    />
  )
}
