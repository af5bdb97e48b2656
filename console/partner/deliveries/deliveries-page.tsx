import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useActionList } from '../../api/use-action.js'
import { useFormats } from '../../i18n/formats.js'
import { useText } from '../../i18n/use-text.js'
import { columnsOf } from '../../ui/data-table.js'
import { Dialog } from '../../ui/dialog.js'
import { lazyWithRetry } from '../../ui/lazy-with-retry.js'
import { ListTable } from '../../ui/list-table.js'
import { Page } from '../../ui/page.js'
import { TimeText } from '../../ui/time-text.js'
import { CampaignSelect } from '../campaign-select.js'
import { CsvButton } from '../csv-button.js'
import { PartnerFrame } from '../partner-frame.js'
import { DeliveryStatus, type ListedDelivery } from './delivery-status.js'

/** With their texts behind the page, whose first load is nearly full. */
const CallAnswer = lazyWithRetry(() => import('./call-answer.js').then(module => module.CallAnswer))
const EventName = lazyWithRetry(() => import('./event-name.js').then(module => module.EventName))
const DeliveryDetails = lazyWithRetry(() => import('./delivery-details.js').then(module => module.DeliveryDetails))

const statuses = ['all', 'failed', 'failing', 'waiting', 'delivered'] as const
type Status = (typeof statuses)[number]
const deliveryColumns = columnsOf<ListedDelivery>()

export const DeliveriesPage = () => (
  <PartnerFrame>
    <Deliveries />
  </PartnerFrame>
)

function Deliveries() {
  const text = useText('console-partner')
  const general = useText('console')
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const change = (changes: { status?: Status; lpid?: string | undefined }) =>
    void navigate({ to: '.', search: (before: object) => ({ ...before, ...changes }), resetScroll: false } as never)
  const status = statuses.find(known => known === search.status) ?? 'all'
  const lpid = search.lpid === undefined ? undefined : String(search.lpid)
  const [shownId, setShownId] = useState<string | null>(null)
  const request = { ...(status !== 'all' && { status }), ...(lpid !== undefined && { lpid }) }
  const list = useActionList('/partner/postbacks', request)
  const columns = deliveryColumns.columns([
    deliveryColumns.display({
      id: 'time',
      header: text('happened'),
      cell: ({ row: { original } }) => <HappenedAt time={original.created_at} />
    }),
    deliveryColumns.display({
      id: 'status',
      header: text('status'),
      cell: ({ row }) => <DeliveryStatus delivery={row.original} />
    }),
    deliveryColumns.display({
      id: 'event',
      header: text('event'),
      cell: ({ row: { original } }) => (
        <Stack gap={0}>
          <Text size="sm">
            <Suspense fallback="…">
              <EventName event={original.event} />
            </Suspense>
          </Text>
          <Text size="xs" c="dimmed">
            {original.lpid}
          </Text>
        </Stack>
      )
    }),
    deliveryColumns.display({
      id: 'receiver',
      header: text('receiver'),
      cell: ({ row: { original } }) => (
        <Text size="sm" maw={320} truncate title={original.url}>
          {original.network === null ? `${original.method} ${original.url}` : text(`network_${original.network}`)}
        </Text>
      )
    }),
    deliveryColumns.display({
      id: 'response',
      header: text('answer'),
      cell: ({ row }) => (
        <Suspense fallback="…">
          <CallAnswer response={row.original.last_response} />
        </Suspense>
      )
    }),
    deliveryColumns.display({
      id: 'details',
      header: '',
      cell: ({ row: { original } }) => (
        <Button
          size="xs"
          variant="default"
          aria-label={text('detailsOf', { name: original.event_id })}
          onClick={() => setShownId(original.id)}
        >
          {general('details')}
        </Button>
      )
    })
  ])
  return (
    <Page
      title={general('partnerPostbacks')}
      lead={text('postbacksLead')}
      actions={<CsvButton path="/partner/postbacks" request={{ ...request, page_size: 200 }} fileName="postbacks" />}
    >
      <Group align="flex-end">
        <CampaignSelect value={lpid} onChange={value => change({ lpid: value })} />
        <Select
          label={text('status')}
          data={statuses.map(name => ({ value: name, label: text(`status_${name}`) }))}
          value={status}
          allowDeselect={false}
          onChange={value => change({ status: statuses.find(name => name === value) ?? 'all' })}
        />
      </Group>
      <ListTable
        label={general('partnerPostbacks')}
        list={list}
        columns={columns}
        toKey={({ id }) => id}
        empty={text(status === 'failed' ? 'noFailedPostbacks' : 'noPostbacks')}
      />
      <Dialog opened={shownId !== null} onClose={() => setShownId(null)} title={text('postback')} size="lg">
        {shownId !== null && <DeliveryDetails id={shownId} />}
      </Dialog>
    </Page>
  )
}

/** With the time of day, by which a partner finds a call in their own log. */
function HappenedAt({ time }: { time: number }) {
  const { dateTime } = useFormats()
  return (
    <Stack gap={0}>
      <TimeText instant={new Date(time).toISOString()} />
      <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
        {dateTime(time)}
      </Text>
    </Stack>
  )
}
