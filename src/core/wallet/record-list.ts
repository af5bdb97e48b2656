// One tab of the wallet: movements of money by day, newest first.

import { atom, type ReadableAtom } from 'nanostores'
import type { WalletRecord } from '../../../contract/wallet.js'
import { type DateGroup, groupByDate } from '../format/date-groups.js'
import { toJson } from '../lib/json.js'
import { createListRefresh } from '../loading/list-refresh.js'
import { createPagedList, type ListAnswer, type PagedList } from '../loading/paged-list.js'

/** `at` is when, in epoch ms. */
export interface DatedRecord extends WalletRecord {
  at: number
}

export interface RecordList {
  paged: PagedList<DatedRecord>
  $groups: ReadableAtom<readonly DateGroup<DatedRecord>[]>
  /** Asks for what is new and puts it on top; how far the list was loaded stays. Never rejects. */
  catchUp(): Promise<void>
  leave(): void
}

export interface RecordListOptions {
  ask(cursor: string | undefined, isQuiet: boolean): Promise<ListAnswer<WalletRecord>>
  $now: ReadableAtom<number>
}

export function createRecordList({ ask, $now }: RecordListOptions): RecordList {
  const load = async (cursor?: string, isQuiet = false) => {
    const answer = await ask(cursor, isQuiet)
    return { ...answer, list: answer.list.map(record => ({ ...record, at: record.created_at })) }
  }
  const paged = createPagedList<DatedRecord>(cursor => load(cursor))
  const { list } = paged
  const group = () => {
    const loadable = list.$loadable.get()
    return groupByDate(loadable.state === 'ready' ? loadable.value.list : [], $now.get())
  }
  const $groups = atom(group())
  const leaves = [list.$loadable, $now].map(store => store.listen(() => $groups.set(group())))
  return {
    paged,
    $groups,
    catchUp: createListRefresh(list, () => load(undefined, true), mergeRecords),
    leave() {
      for (const leave of leaves) leave()
    }
  }
}

/** The newest page over what was loaded before, where they meet; what is recorded stays, so nothing is taken out. */
function mergeRecords(shown: ListAnswer<DatedRecord>, fresh: ListAnswer<DatedRecord>): ListAnswer<DatedRecord> {
  if (toJson(shown.list.slice(0, fresh.list.length)) === toJson(fresh.list)) return shown
  const newest = new Set(fresh.list.map(({ id }) => id))
  const older = shown.list.filter(({ id }) => !newest.has(id))
  const overlap = older.length < shown.list.length
  return overlap ? { ...shown, list: [...fresh.list, ...older] } : fresh
}
