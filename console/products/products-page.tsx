import { Alert, Anchor, Badge, Button, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useActionList } from '../api/use-action.js'
import { useMember } from '../api/use-session.js'
import { useFormats } from '../i18n/formats.js'
import { useLanguage } from '../i18n/language.js'
import { useText } from '../i18n/use-text.js'
import { columnsOf } from '../ui/data-table.js'
import { Dialog } from '../ui/dialog.js'
import { lazyWithRetry } from '../ui/lazy-with-retry.js'
import { ListTable } from '../ui/list-table.js'
import { Page } from '../ui/page.js'
import type { ReportedProduct } from './reported-product.js'

const EditProductForm = lazyWithRetry(() => import('./edit-product-form.js').then(module => module.EditProductForm))

const AddProductForm = lazyWithRetry(() => import('./add-product-form.js').then(module => module.AddProductForm))

const productColumns = columnsOf<ReportedProduct>()

export function ProductsPage() {
  const text = useText('console-products')
  const general = useText('console')
  const { number, money } = useFormats()
  const { language } = useLanguage()
  const { role } = useMember()
  const list = useActionList('/operator/product_report', { lang: language.apiCode })
  const [edited, setEdited] = useState<ReportedProduct | null>(null)
  const [isAdding, setAdding] = useState(false)
  const close = () => setEdited(null)
  const columns = productColumns.columns([
    productColumns.display({
      id: 'product',
      header: text('product'),
      cell: ({ row: { original } }) => (
        <Stack gap={2} miw={150}>
          <Text size="sm" fw={600}>
            {original.title}
          </Text>
          <Text size="xs" c="dimmed">
            {original.id}
          </Text>
          {original.badge !== null && (
            <Badge variant="light" miw="max-content">
              {text(`badge_${original.badge}`)}
            </Badge>
          )}
        </Stack>
      )
    }),
    productColumns.display({
      id: 'gives',
      header: text('gives'),
      cell: ({ row }) => <ProductGives product={row.original} />
    }),
    productColumns.display({
      id: 'price',
      header: text('price'),
      cell: ({ row: { original } }) => (
        <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
          {money(original.amount, original.currency)}
        </Text>
      )
    }),
    productColumns.display({
      id: 'status',
      header: text('status'),
      cell: ({ row: { original } }) => (
        <Badge variant="dot" miw="max-content" color={original.status === 'on_sale' ? 'green' : 'gray'}>
          {text(`status_${original.status}`)}
        </Badge>
      )
    }),
    productColumns.display({
      id: 'sold',
      header: text('sold'),
      cell: ({ row: { original } }) => (
        <Stack gap={0}>
          <Text size="sm">{number(original.sold)}</Text>
          {original.test_sold > 0 && (
            <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
              {text('testSold', { count: original.test_sold })}
            </Text>
          )}
        </Stack>
      )
    }),
    productColumns.display({
      id: 'revenue',
      header: text('revenue'),
      cell: ({ row: { original } }) =>
        original.revenue.length === 0
          ? '—'
          : original.revenue.map(({ currency, amount }) => (
              <Text key={currency} size="sm" style={{ whiteSpace: 'nowrap' }}>
                {money(amount, currency)}
              </Text>
            ))
    }),
    productColumns.display({
      id: 'campaigns',
      header: text('campaigns'),
      cell: ({ row }) => <OfferingCampaigns campaigns={row.original.campaigns} />
    }),
    productColumns.display({
      id: 'edit',
      header: '',
      cell: ({ row: { original } }) =>
        role === 'owner' && (
          <Button
            size="xs"
            variant="default"
            aria-label={text('editProduct', { name: original.title })}
            onClick={() => setEdited(original)}
          >
            {general('edit')}
          </Button>
        )
    })
  ])
  return (
    <Page
      title={general('products')}
      lead={text('productsLead')}
      actions={role === 'owner' && <Button onClick={() => setAdding(true)}>{text('newProduct')}</Button>}
    >
      <Alert color="gray">{text('whereChanged')}</Alert>
      <ListTable
        label={general('products')}
        list={list}
        columns={columns}
        toKey={({ id }) => id}
        empty={text('noProducts')}
      />
      <Dialog
        opened={edited !== null}
        onClose={close}
        title={edited === null ? '' : text('editProduct', { name: edited.title })}
        size="md"
      >
        {edited !== null && <EditProductForm product={edited} onClose={close} />}
      </Dialog>
      <Dialog opened={isAdding} onClose={() => setAdding(false)} title={text('newProduct')} size="lg">
        {isAdding && <AddProductForm onClose={() => setAdding(false)} />}
      </Dialog>
    </Page>
  )
}

function ProductGives({ product: { kind, coins, bonus, days } }: { product: ReportedProduct }) {
  const text = useText('console-products')
  const { number } = useFormats()
  const amounts = { coins: number(coins), bonus: number(bonus) }
  const coinText = text(bonus > 0 ? 'givesCoinsAndBonus' : 'givesCoins', amounts)
  return (
    <Text size="sm" miw={150}>
      {kind === 'coins' ? coinText : text('givesDays', { count: days ?? 0 })}
    </Text>
  )
}

function OfferingCampaigns({ campaigns: { count, list } }: { campaigns: ReportedProduct['campaigns'] }) {
  const text = useText('console-products')
  if (count === 0) return <>—</>
  return (
    <Stack gap={2}>
      {list.map(({ lpid, name }) => (
        <Anchor key={lpid} component={Link} to="/campaigns/edit" search={{ lpid } as never} size="sm">
          {name}
        </Anchor>
      ))}
      {count > list.length && (
        <Text size="xs" c="dimmed">
          {text('moreCampaigns', { count: count - list.length })}
        </Text>
      )}
    </Stack>
  )
}
