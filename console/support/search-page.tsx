import { Anchor, Badge, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import IconSearch from '@tabler/icons-react/icons/IconSearch'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ActionResponse } from '../api/action-types.js'
import { useActionQuery } from '../api/use-action.js'
import { useText } from '../i18n/use-text.js'
import { columnsOf, DataTable } from '../ui/data-table.js'
import { ErrorAlert } from '../ui/error-alert.js'
import { Page } from '../ui/page.js'
import { TimeText } from '../ui/time-text.js'
import { useOrderColumns } from './order-columns.js'
import { addRecentSearch, clearRecentSearches, readRecentSearches } from './recent-searches.js'
import { ViewerLink } from './support-links.js'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Not in the address, because a recovery code or an e-mail would stay in the browser's history. */
    searchText?: string
  }
}

type FoundViewer = ActionResponse<'/operator/search'>['viewers'][number]

const MAX_LENGTH = 254

export function SearchPage() {
  const text = useText('console-support')
  const navigate = useNavigate()
  const { searchText = '' } = useLocation({ select: location => location.state })
  const [typed, setTyped] = useState(searchText)
  const [recent, setRecent] = useState(readRecentSearches)
  const found = useActionQuery('/operator/search', { text: searchText }, { isEnabled: searchText !== '' })
  const search = (next: string) => {
    setTyped(next)
    if (next === searchText) void found.refetch()
    else void navigate({ to: '/search', state: state => ({ ...state, searchText: next }), replace: true })
    setRecent(addRecentSearch(next))
  }
  const wanted = typed.trim()
  const isInvalid = found.error?.fields.includes('text') === true
  return (
    <Page title={text('search')} lead={text('searchLead')}>
      <search>
        <form
          noValidate
          onSubmit={event => {
            event.preventDefault()
            if (wanted !== '') search(wanted)
          }}
        >
          <Group align="flex-start" gap="sm" wrap="nowrap">
            <TextInput
              aria-label={text('searchField')}
              placeholder={text('searchField')}
              value={typed}
              maxLength={MAX_LENGTH}
              autoComplete="off"
              spellCheck={false}
              autoFocus
              leftSection={<IconSearch size={16} aria-hidden />}
              error={isInvalid ? text('invalidSearch') : null}
              onChange={event => setTyped(event.currentTarget.value)}
              style={{ flex: 1, maxWidth: 520 }}
            />
            <Button type="submit" loading={found.isFetching}>
              {text('searchNow')}
            </Button>
          </Group>
        </form>
      </search>
      {recent.length > 0 && (
        <Stack gap={6}>
          <Group gap="xs">
            <Text size="sm" c="dimmed">
              {text('recentSearches')}
            </Text>
            <Button size="compact-xs" variant="subtle" color="gray" onClick={() => setRecent(clearRecentSearches())}>
              {text('clearRecent')}
            </Button>
          </Group>
          <Group gap="xs">
            {recent.map(earlier => (
              <Button key={earlier} size="compact-sm" variant="default" maw="100%" onClick={() => search(earlier)}>
                {earlier}
              </Button>
            ))}
          </Group>
        </Stack>
      )}
      {!isInvalid && <ErrorAlert error={found.error} onRetry={() => void found.refetch()} />}
      {found.data !== undefined && <SearchResults text={searchText} found={found.data} />}
    </Page>
  )
}

const viewerColumns = columnsOf<FoundViewer>()

function SearchResults({ text: searched, found }: { text: string; found: ActionResponse<'/operator/search'> }) {
  const text = useText('console-support')
  const orderColumns = useOrderColumns()
  const columns = viewerColumns.columns([
    viewerColumns.display({
      id: 'viewer',
      header: text('viewer'),
      cell: ({ row: { original } }) => (
        <Group gap="xs" wrap="nowrap">
          <ViewerLink userId={original.user_id} />
          {original.deleted_at !== null && (
            <Badge miw="max-content" color="gray" variant="light">
              {text('deleted')}
            </Badge>
          )}
        </Group>
      )
    }),
    viewerColumns.display({
      id: 'email',
      header: text('email'),
      cell: ({ row }) => row.original.email ?? '—'
    }),
    viewerColumns.display({ id: 'kind', header: text('kind'), cell: ({ row }) => text(`kind_${row.original.kind}`) }),
    viewerColumns.display({
      id: 'created',
      header: text('created'),
      cell: ({ row }) => <TimeText instant={row.original.created_at} />
    })
  ])
  const { orders, viewers } = found
  if (orders.length + viewers.length === 0) {
    return (
      <Stack gap={4} role="status">
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {text('nothingFound', { text: searched })}
        </Text>
        <Text c="dimmed">{text('nothingFoundHint')}</Text>
        <Anchor component={Link} to="/orders">
          {text('allOrders')}
        </Anchor>
      </Stack>
    )
  }
  return (
    <>
      {viewers.length > 0 && (
        <Stack gap="sm" component="section">
          <Title order={2} size="h4">
            {text('viewers')}
          </Title>
          <DataTable
            label={text('viewers')}
            columns={columns}
            rows={viewers}
            toKey={({ user_id }) => user_id}
            empty={null}
          />
        </Stack>
      )}
      {orders.length > 0 && (
        <Stack gap="sm" component="section">
          <Title order={2} size="h4">
            {text('orders')}
          </Title>
          <DataTable
            label={text('orders')}
            columns={orderColumns}
            rows={orders}
            toKey={({ order_no }) => order_no}
            empty={null}
          />
        </Stack>
      )}
    </>
  )
}
