import { Anchor, Stack, Table, Text } from '@mantine/core'
import { useMemo } from 'react'
import { useFormats } from '../../i18n/formats.js'
import { useLanguage } from '../../i18n/language.js'
import { useText } from '../../i18n/use-text.js'
import { type Column, columnsOf, DataTable } from '../../ui/data-table.js'
import { ChangeText } from './change-text.js'
import { type ComparedRow, type ReportNumbers, type ReportRow, readMoney } from './report-rows.js'
import type { ReportGroup, ReportSearch } from './report-search.js'

interface ReportTableProps {
  group: ReportGroup
  rows: readonly ComparedRow[]
  totals: ReportNumbers | undefined
  totalsBefore: ReportNumbers | null
  currencies: readonly string[]
  isLoading: boolean
  onOpen(changes: Partial<ReportSearch>): void
}

/** In this order from the left, with the revenue between the two: what partners look for fits on a laptop. */
const metricsBeforeRevenue = [
  'visits',
  'starts',
  'q25',
  'q50',
  'q75',
  'completes',
  'paywalls',
  'checkouts',
  'purchases'
] as const
const metricsAfterRevenue = ['payers', 'unlocks', 'refunds'] as const
const rowColumns = columnsOf<ComparedRow>()

/** One line for each number, so that it is shown in rows and in the totals in the same way. */
interface NumberColumn {
  id: string
  heading: string
  isLoss: boolean
  read(numbers: ReportNumbers): number
  format(value: number): string
}

export function ReportTable(props: ReportTableProps) {
  const { group, rows, totals, totalsBefore, currencies, isLoading, onOpen } = props
  const text = useText('console-partner')
  const { number, money } = useFormats()
  const toMoneyColumns = (name: 'revenue' | 'refunded') =>
    currencies.map(currency => ({
      id: `${name}_${currency}`,
      heading: currencies.length > 1 ? `${text(`metric_${name}`)} ${currency}` : text(`metric_${name}`),
      isLoss: name === 'refunded',
      read: (numbers: ReportNumbers) => readMoney(numbers, name, currency),
      format: (value: number) => money(value, currency)
    }))
  const toColumn = (name: (typeof metricsBeforeRevenue | typeof metricsAfterRevenue)[number]) => ({
    id: name,
    heading: text(`metric_${name}`),
    isLoss: name === 'refunds',
    read: (numbers: ReportNumbers) => numbers[name],
    format: number
  })
  const numberColumns: NumberColumn[] = [
    ...metricsBeforeRevenue.map(toColumn),
    ...toMoneyColumns('revenue'),
    ...metricsAfterRevenue.map(toColumn),
    ...toMoneyColumns('refunded')
  ]
  const columns = rowColumns.columns([
    rowColumns.accessor(({ row, key }) => (group === 'hour' || group === 'day' ? row.starts_at : key), {
      id: 'key',
      header: text(`group_${group}`),
      cell: ({ row: { original } }) => <RowName group={group} row={original.row} onOpen={onOpen} />
    }),
    ...numberColumns.map(column =>
      rowColumns.accessor(({ row }) => column.read(row), {
        id: column.id,
        header: column.heading,
        cell: ({ row: { original } }) => <NumberCell column={column} now={original.row} before={original.before} />
      })
    )
  ]) as unknown as readonly Column<ComparedRow>[]
  return (
    <DataTable
      label={text('report')}
      columns={columns}
      rows={rows}
      toKey={({ key }) => key}
      empty={text('nothingCounted')}
      isLoading={isLoading}
      isSortable
      isDense
      footer={
        totals !== undefined && (
          <Table.Tr fw={700}>
            <Table.Th scope="row">{text('total')}</Table.Th>
            {numberColumns.map(column => (
              <Table.Td key={column.id} data-total={column.id}>
                <NumberCell column={column} now={totals} before={totalsBefore} />
              </Table.Td>
            ))}
          </Table.Tr>
        )
      }
    />
  )
}

interface NumberCellProps {
  column: NumberColumn
  now: ReportNumbers
  before: ReportNumbers | null
}

const NumberCell = ({ column: { read, format, isLoss }, now, before }: NumberCellProps) => (
  <Stack gap={0} style={{ whiteSpace: 'nowrap' }}>
    <span>{format(read(now))}</span>
    <ChangeText now={read(now)} before={before === null ? null : read(before)} isLoss={isLoss} />
  </Stack>
)

interface RowNameProps {
  group: ReportGroup
  row: ReportRow
  onOpen(changes: Partial<ReportSearch>): void
}

/** Names the row. Days and campaigns lead into their details. */
function RowName({ group, row, onOpen }: RowNameProps) {
  const text = useText('console-partner')
  const { date } = useFormats()
  const { day = '', hour = '', lpid = '', name = '', drama_id = '', title = '', episode_no } = row
  switch (group) {
    case 'day':
      return <OpenLink onOpen={() => onOpen({ from: day, to: day, group: 'hour' })}>{date(`${day}T12:00:00`)}</OpenLink>
    case 'hour':
      return <NoWrap>{`${hour.slice(0, 10)} ${hour.slice(11)}:00`}</NoWrap>
    case 'lpid':
      return (
        <Stack gap={0}>
          <OpenLink onOpen={() => onOpen({ lpid, group: 'episode' })}>{name === '' ? lpid : name}</OpenLink>
          <Text size="xs" c="dimmed">
            {lpid}
          </Text>
        </Stack>
      )
    case 'drama':
      return <NoWrap>{drama_id === '' ? text('noDrama') : title || drama_id}</NoWrap>
    case 'episode':
      return drama_id === '' ? (
        <NoWrap>{text('noDrama')}</NoWrap>
      ) : (
        <Stack gap={0}>
          <NoWrap>{title || drama_id}</NoWrap>
          <Text size="xs" c="dimmed">
            {episode_no === 0 || episode_no === undefined
              ? text('noEpisode')
              : text('episodeNo', { no: `${episode_no}` })}
          </Text>
        </Stack>
      )
    case 'utm_source':
      return <NoWrap>{row.utm_source || text('unknownSource')}</NoWrap>
    case 'country':
      return <CountryName code={row.country ?? ''} />
  }
}

function CountryName({ code }: { code: string }) {
  const text = useText('console-partner')
  const { language } = useLanguage()
  const names = useMemo(() => new Intl.DisplayNames(language.formatTag, { type: 'region' }), [language])
  return <NoWrap>{/^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code || text('unknownCountry')}</NoWrap>
}

const NoWrap = ({ children }: { children: string }) => <span style={{ whiteSpace: 'nowrap' }}>{children}</span>

const OpenLink = ({ onOpen, children }: { onOpen(): void; children: string }) => (
  <Anchor component="button" type="button" size="sm" ta="left" style={{ whiteSpace: 'nowrap' }} onClick={onOpen}>
    {children}
  </Anchor>
)
