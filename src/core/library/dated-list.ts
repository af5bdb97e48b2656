import { atom, type ReadableAtom } from 'nanostores'
import type { ContinueCard, DramaCard } from '../../../contract/drama.js'
import { type DateGroup, groupByDate } from '../format/date-groups.js'
import { toJson } from '../lib/json.js'
import { createListRefresh } from '../loading/list-refresh.js'
import { readyValue } from '../loading/loadable.js'
import { createPagedList, type ListResponse, type PagedList } from '../loading/paged-list.js'
import type { FavoriteChanges } from './favorites.js'

/** `at` in epoch ms. `continueCard`: where the viewer stopped, in the history only. */
export interface DatedEntry {
  drama: DramaCard
  at: number
  continueCard?: ContinueCard
}

export interface DatedList {
  paged: PagedList<DatedEntry>
  $groups: ReadableAtom<readonly DateGroup<DatedEntry>[]>
  ids(): readonly string[]
  refreshQuietly(): Promise<void>
  put(entry: DatedEntry): void
  /** Hides dramas at once. If the server refuses, shows the remaining ones again and rejects. */
  remove(dramaIds: readonly string[]): Promise<void>
  dispose(): void
}

export interface DatedListOptions {
  requestPage(cursor: string | undefined, isQuiet: boolean): Promise<ListResponse<DatedEntry>>
  forget(dramaIds: readonly string[]): Promise<unknown>
  maxRemovals: number
  $now: ReadableAtom<number>
  $changes: ReadableAtom<FavoriteChanges>
}

export function createDatedList({ requestPage, forget, maxRemovals, $now, $changes }: DatedListOptions): DatedList {
  const $removing = atom<ReadonlySet<string>>(new Set())
  const removedIds: string[] = []

  async function load(cursor?: string, isQuiet = false) {
    // A response that was requested before a removal may still contain the removed dramas.
    const removedBefore = removedIds.length
    const response = await requestPage(cursor, isQuiet)
    return withoutDramas(response, new Set(removedIds.slice(removedBefore)))
  }
  const paged = createPagedList<DatedEntry>(cursor => load(cursor))
  const { list } = paged
  const $groups = atom(group())
  // Not `computed`, because it would add to the code that every page loads.
  const unsubscribers = [list.$loadable, $removing, $changes, $now].map(store =>
    store.listen(() => $groups.set(group()))
  )

  function group() {
    const entries = readyValue(list.$loadable.get())?.list ?? []
    const isThere = (id: string) => !$removing.get().has(id) && $changes.get().get(id) !== false
    return groupByDate(
      entries.filter(({ drama }) => isThere(drama.id)),
      $now.get()
    )
  }

  function change(edit: (loaded: ListResponse<DatedEntry>) => ListResponse<DatedEntry>) {
    const shown = readyValue(list.$loadable.get())
    if (shown) list.set(edit(shown))
  }

  async function remove(dramaIds: readonly string[]) {
    $removing.set(new Set([...$removing.get(), ...dramaIds]))
    let removedCount = 0
    try {
      for (; removedCount < dramaIds.length; removedCount += maxRemovals) {
        const removed = dramaIds.slice(removedCount, removedCount + maxRemovals)
        await forget(removed)
        removedIds.push(...removed)
        change(loaded => withoutDramas(loaded, new Set(removed)))
      }
    } finally {
      const attempted = new Set(dramaIds)
      $removing.set(new Set([...$removing.get()].filter(id => !attempted.has(id))))
    }
  }

  return {
    paged,
    $groups,
    ids: () => $groups.get().flatMap(({ entries }) => entries.map(({ drama }) => drama.id)),
    refreshQuietly: createListRefresh(list, () => load(undefined, true), mergeNewest),
    put: entry =>
      change(loaded => ({ ...loaded, list: [entry, ...withoutIds(loaded.list, new Set([entry.drama.id]))] })),
    remove,
    dispose() {
      for (const unsubscribe of unsubscribers) unsubscribe()
    }
  }
}

/** Puts the newest page on top of the loaded list. Returns `shown` itself if nothing is new. */
export function mergeNewest(
  shown: ListResponse<DatedEntry>,
  fresh: ListResponse<DatedEntry>
): ListResponse<DatedEntry> {
  const last = fresh.list.at(-1)
  const newestShown = shown.list.slice(0, fresh.list.length)
  const isEnd = fresh.next_cursor === null || last === undefined
  if (toJson(newestShown) === toJson(fresh.list)) {
    return isEnd && shown.list.length > newestShown.length ? fresh : shown
  }
  // Without a common entry, others may be missing between the two lists.
  const times = new Map(shown.list.map(({ drama, at }) => [drama.id, at]))
  if (isEnd || !fresh.list.some(({ drama, at }) => times.get(drama.id) === at)) return fresh
  const newer = new Set(fresh.list.map(({ drama }) => drama.id))
  const older = withoutIds(shown.list, newer).filter(({ at }) => at <= last.at)
  return older.length === 0 ? fresh : { ...shown, list: [...fresh.list, ...older] }
}

function withoutDramas(loaded: ListResponse<DatedEntry>, ids: ReadonlySet<string>): ListResponse<DatedEntry> {
  return ids.size === 0 ? loaded : { ...loaded, list: withoutIds(loaded.list, ids) }
}

function withoutIds(list: readonly DatedEntry[], ids: ReadonlySet<string>): DatedEntry[] {
  return list.filter(({ drama }) => !ids.has(drama.id))
}
