import { atom, type ReadableAtom } from 'nanostores'
import type { WalletRecord } from '../../../contract/wallet.js'
import { type DateGroup, groupByDate } from '../format/date-groups.js'
import { toJson } from '../lib/json.js'
import { createListRefresh } from '../loading/list-refresh.js'
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
  const readGroups = () => {
    const loadable = list.$loadable.get()
    return groupByDate(loadable.state === 'ready' ? loadable.value.list : [], $now.get())
  }
  const $groups = atom(readGroups())
  const unsubscribes = [list.$loadable, $now].map(store => store.listen(() => $groups.set(readGroups())))
  return {
    paged,
    $groups,
    refreshQuietly: createListRefresh(list, () => load(undefined, true), mergeRecords),
    dispose() {
      for (const unsubscribe of unsubscribes) unsubscribe()
    }
  }
}

/** Replaces the list if the newest page does not overlap it. */
function mergeRecords(shown: ListResponse<DatedRecord>, fresh: ListResponse<DatedRecord>): ListResponse<DatedRecord> {
  if (toJson(shown.list.slice(0, fresh.list.length)) === toJson(fresh.list)) return shown
  const newest = new Set(fresh.list.map(({ id }) => id))
  const older = shown.list.filter(({ id }) => !newest.has(id))
  const overlap = older.length < shown.list.length
  return overlap ? { ...shown, list: [...fresh.list, ...older] } : fresh
}
