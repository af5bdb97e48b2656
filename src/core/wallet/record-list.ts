import { atom, type ReadableAtom } from 'nanostores'
import type { WalletRecord } from '../../../contract/wallet.js'
import { type DateGroup, groupByDate } from '../format/date-groups.js'
import { createListRefresh, mergeFirstPage } from '../loading/list-refresh.js'
import { readyValue } from '../loading/loadable.js'
import { createPagedList, type ListResponse, type PagedList } from '../loading/paged-list.js'

export interface DatedRecord extends WalletRecord {
  at: number
}

export interface RecordList {
  paged: PagedList<DatedRecord>
  $groups: ReadableAtom<readonly DateGroup<DatedRecord>[]>
  refreshQuietly(): Promise<void>
  dispose(): void
}

export interface RecordListOptions {
  loadPage(cursor: string | undefined, isQuiet: boolean): Promise<ListResponse<WalletRecord>>
  $now: ReadableAtom<number>
}

export function createRecordList({ loadPage, $now }: RecordListOptions): RecordList {
  const load = async (cursor?: string, isQuiet = false) => {
    const answer = await loadPage(cursor, isQuiet)
    return { ...answer, list: answer.list.map(record => ({ ...record, at: record.created_at })) }
  }
  const paged = createPagedList<DatedRecord>(cursor => load(cursor))
  const { list } = paged
  const readGroups = () => groupByDate(readyValue(list.$loadable.get())?.list ?? [], $now.get())
  const $groups = atom(readGroups())
  const unsubscribes = [list.$loadable, $now].map(store => store.listen(() => $groups.set(readGroups())))
  return {
    paged,
    $groups,
    refreshQuietly: createListRefresh(list, () => load(undefined, true), mergeFirstPage),
    dispose() {
      for (const unsubscribe of unsubscribes) unsubscribe()
    }
  }
}
