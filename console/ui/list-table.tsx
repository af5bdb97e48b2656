import type { RowData } from '@tanstack/react-table'
import type { ComponentProps } from 'react'
import type { ActionList } from '../api/use-action.js'
import { DataTable } from './data-table.js'

interface ListTableProps<Row extends RowData>
  extends Pick<ComponentProps<typeof DataTable<Row>>, 'label' | 'columns' | 'toKey' | 'empty' | 'onRowClick'> {
  list: ActionList<Row>
}

/** A table of `useActionList`, which loads further pages by a button. */
export function ListTable<Row extends RowData>({ list: { items, query }, ...table }: ListTableProps<Row>) {
  return (
    <DataTable
      {...table}
      rows={items}
      isLoading={query.isPending}
      error={items.length === 0 ? query.error : null}
      onRetry={() => void query.refetch()}
      more={{
        hasMore: query.hasNextPage,
        isLoading: query.isFetchingNextPage,
        load: () => void query.fetchNextPage()
      }}
    />
  )
}
