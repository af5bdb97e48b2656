import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { ListItem } from '../api/action-types.js'
import { useActionList } from '../api/use-action.js'
import { useFormats } from '../i18n/formats.js'
import { useText } from '../i18n/use-text.js'
import { columnsOf } from '../ui/data-table.js'
import { Dialog } from '../ui/dialog.js'
import { lazyWithRetry } from '../ui/lazy-with-retry.js'
import { ListTable } from '../ui/list-table.js'
import { TimeText } from '../ui/time-text.js'
import type { PartnerPartProps } from './shown-partner.js'

const AddCoinsForm = lazyWithRetry(() => import('./add-coins-form.js').then(module => module.AddCoinsForm))

type Entry = ListItem<'/operator/partner_ledger'>

const entryColumns = columnsOf<Entry>()

const toEntryKind = ({ kind, coins }: Entry) => (kind === 'payment' && coins < 0 ? 'taken' : kind)

export function PartnerCoins({ partner, mayChange }: PartnerPartProps) {
  const text = useText('console-partners')
  const { number } = useFormats()
  const list = useActionList('/operator/partner_ledger', { id: partner.id })
  const [isAdding, setAdding] = useState(false)
  const close = () => setAdding(false)
  const columns = entryColumns.columns([
    entryColumns.display({
      id: 'when',
      header: text('when'),
      cell: ({ row }) => <TimeText instant={row.original.created_at} />
    }),
    entryColumns.display({
      id: 'what',
      header: text('what'),
      cell: ({ row: { original } }) => (
        <Stack gap={0} miw={160}>
          <Text size="sm">{text(`entry_${toEntryKind(original)}`)}</Text>
          {original.reason !== null && (
            <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {original.reason}
            </Text>
          )}
        </Stack>
      )
    }),
    entryColumns.display({
      id: 'coins',
      header: text('change'),
      cell: ({ row: { original } }) => (original.coins > 0 ? `+${number(original.coins)}` : number(original.coins))
    }),
    entryColumns.display({
      id: 'balance',
      header: text('balance'),
      cell: ({ row }) => number(row.original.coins_after)
    }),
    entryColumns.display({
      id: 'reference',
      header: text('reference'),
      cell: ({ row }) => (
        <Text size="sm" ff="monospace" miw={140} style={{ overflowWrap: 'anywhere' }}>
          {row.original.reference}
        </Text>
      )
    }),
    entryColumns.display({
      id: 'by',
      header: text('by'),
      cell: ({ row }) => row.original.operator ?? '—'
    })
  ])
  return (
    <Stack>
      <Group justify="space-between" align="flex-end">
        <Stack gap={0}>
          <Text size="sm" c="dimmed">
            {text('balance')}
          </Text>
          <Text size="xl" fw={700}>
            {number(partner.coins)}
          </Text>
          <Text size="sm" c="dimmed">
            {text('coinsLead')}
          </Text>
        </Stack>
        {mayChange && <Button onClick={() => setAdding(true)}>{text('addCoins')}</Button>}
      </Group>
      <ListTable
        label={text('statement')}
        list={list}
        columns={columns}
        toKey={({ id }) => id}
        empty={text('noStatement')}
      />
      <Dialog opened={isAdding} onClose={close} title={text('addCoins')}>
        <AddCoinsForm partnerId={partner.id} onClose={close} />
      </Dialog>
    </Stack>
  )
}
