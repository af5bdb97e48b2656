import { Button, Center, Paper, Skeleton, Stack, Table, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import IconArrowDown from '@tabler/icons-react/icons/IconArrowDown'
import IconArrowUp from '@tabler/icons-react/icons/IconArrowUp'
import {
  type CellData,
  type ColumnDef,
  createColumnHelper,
  createSortedRowModel,
  type RowData,
  rowSortingFeature,
  sortFns,
  tableFeatures,
  useTable
} from '@tanstack/react-table'
import type { ReactNode } from 'react'
import type { ActionError } from '../api/action-error.js'
import { useText } from '../i18n/use-text.js'
import { ErrorAlert } from './error-alert.js'
import { useWasIdle } from './when-idle.js'

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel(), sortFns })

export type Column<Row extends RowData> = ColumnDef<typeof features, Row, CellData>

/** Makes columns: `accessor` of a value that can be sorted, `display` of anything else. */
export const columnsOf = <Row extends RowData>() => createColumnHelper<typeof features, Row>()

interface DataTableProps<Row extends RowData> {
  /** For screen readers. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  toKey(row: Row): string
  /** Shown without rows. */
  empty: ReactNode
  isLoading?: boolean
  error?: ActionError | null
  onRetry?(): void
  onRowClick?(row: Row): void
  /** Sorts only what is loaded, so a list that pages by cursor does not sort. */
  isSortable?: boolean
  /** For many columns of numbers: narrow, with headings of more than one line. */
  isDense?: boolean
  more?: { hasMore: boolean; isLoading: boolean; load(): void }
  footer?: ReactNode
}

/** A shadow at an edge that has more to scroll to. At its end, what scrolls along covers it. */
const SCROLL_SHADOWS = (['right', 'left'] as const)
  .flatMap(to => {
    const edge = to === 'right' ? 'left' : 'right'
    return [
      `linear-gradient(to ${to}, var(--mantine-color-body) 16px, transparent) ${edge} / 32px 100% no-repeat local`,
      `linear-gradient(to ${to}, light-dark(#0004, #fff4), transparent) ${edge} / 12px 100% no-repeat scroll`
    ]
  })
  .sort((one, other) => Number(other.endsWith('local')) - Number(one.endsWith('local')))
  .join(', ')

/** More than a screen shows. All further rows of a long table are drawn once the browser is idle. */
const FIRST_ROWS = 25
const SKELETON_ROWS = [0, 1, 2, 3, 4]

export function DataTable<Row extends RowData>({
  label,
  columns,
  rows,
  toKey,
  empty,
  isLoading = false,
  error = null,
  onRetry,
  onRowClick,
  isSortable = false,
  isDense = false,
  more,
  footer
}: DataTableProps<Row>) {
  const text = useText('console')
  const table = useTable({
    features,
    columns: columns as Column<Row>[],
    data: rows as Row[],
    getRowId: row => toKey(row),
    enableSorting: isSortable
  })
  const isWhole = useWasIdle()
  if (error !== null) return <ErrorAlert error={error} {...(onRetry !== undefined && { onRetry })} />
  if (!isLoading && rows.length === 0) {
    return (
      <Paper withBorder p="xl">
        <Center mih={120}>
          <Text c="dimmed" ta="center" component="div">
            {empty}
          </Text>
        </Center>
      </Paper>
    )
  }
  return (
    <Stack gap="sm">
      <Paper withBorder>
        <Table.ScrollContainer
          minWidth={0}
          type="native"
          tabIndex={0}
          role="region"
          aria-label={label}
          style={{ background: SCROLL_SHADOWS }}
        >
          <Table
            verticalSpacing="sm"
            horizontalSpacing={isDense ? 'xs' : 'md'}
            highlightOnHover={onRowClick !== undefined}
          >
            <Table.Thead>
              {table.getHeaderGroups().map(group => (
                <Table.Tr key={group.id}>
                  {group.headers.map(header => {
                    const sorted = header.column.getIsSorted()
                    const heading =
                      header.column.columnDef.header === '' ? (
                        <VisuallyHidden>{text('actions')}</VisuallyHidden>
                      ) : (
                        <table.FlexRender header={header} />
                      )
                    return (
                      <Table.Th
                        key={header.id}
                        // A hidden heading is positioned, and would widen the page if its cell did not hold it.
                        style={{
                          whiteSpace: isDense ? 'normal' : 'nowrap',
                          verticalAlign: 'bottom',
                          position: 'relative'
                        }}
                        {...(sorted !== false && { 'aria-sort': sorted === 'asc' ? 'ascending' : 'descending' })}
                      >
                        {header.column.getCanSort() ? (
                          <UnstyledButton
                            fw="bold"
                            fz={isDense ? 'xs' : 'sm'}
                            onClick={header.column.getToggleSortingHandler()}
                          >
                            {heading}
                            {sorted === 'asc' && <IconArrowUp size={14} aria-hidden />}
                            {sorted === 'desc' && <IconArrowDown size={14} aria-hidden />}
                          </UnstyledButton>
                        ) : (
                          heading
                        )}
                      </Table.Th>
                    )
                  })}
                </Table.Tr>
              ))}
            </Table.Thead>
            <Table.Tbody>
              {isLoading && rows.length === 0
                ? SKELETON_ROWS.map(no => (
                    <Table.Tr key={no}>
                      {columns.map((_, index) => (
                        // biome-ignore lint/suspicious/noArrayIndexKey: the columns have no other key before they are drawn
                        <Table.Td key={index}>
                          <Skeleton height={16} />
                        </Table.Td>
                      ))}
                    </Table.Tr>
                  ))
                : table
                    .getRowModel()
                    .rows.slice(0, isWhole ? undefined : FIRST_ROWS)
                    .map(row => (
                      <Table.Tr
                        key={row.id}
                        {...(onRowClick !== undefined && {
                          onClick: () => onRowClick(row.original),
                          style: { cursor: 'pointer' }
                        })}
                      >
                        {row.getAllCells().map(cell => (
                          <Table.Td key={cell.id}>
                            <table.FlexRender cell={cell} />
                          </Table.Td>
                        ))}
                      </Table.Tr>
                    ))}
            </Table.Tbody>
            {footer !== undefined && <Table.Tfoot>{footer}</Table.Tfoot>}
          </Table>
        </Table.ScrollContainer>
      </Paper>
      {more?.hasMore === true && (
        <Center>
          <Button variant="default" loading={more.isLoading} onClick={() => more.load()}>
            {text('showMore')}
          </Button>
        </Center>
      )}
    </Stack>
  )
}
