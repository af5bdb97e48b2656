// Dramas by the day something happened to them, newest first: what was watched, what is kept.

import { atom, type ReadableAtom } from 'nanostores'
import type { ContinueCard, DramaCard } from '../../../contract/drama.js'
import { type DateGroup, groupByDate } from '../format/date-groups.js'
import { toJson } from '../lib/json.js'
import { createListRefresh } from '../loading/list-refresh.js'
import { createPagedList, type ListAnswer, type PagedList } from '../loading/paged-list.js'
import type { FavoriteChanges } from './favorites.js'

/** `at` is when, in epoch ms; `stop` where the viewer stopped, for what was watched. */
export interface DatedEntry {
  drama: DramaCard
  at: number
  stop?: ContinueCard
}

export interface DatedList {
  paged: PagedList<DatedEntry>
  /** What is to be seen of it: without what is being taken out. */
  $groups: ReadableAtom<readonly DateGroup<DatedEntry>[]>
  /** The same, as ids. */
  ids(): readonly string[]
  /** Asks for what is new and puts it on top; what is shown, and how far it was loaded, stays. Never rejects. */
  refresh(): Promise<void>
  /** Puts an entry on top, in place of its drama's other one. */
  put(entry: DatedEntry): void
  /** Takes dramas off the screen at once; rejects, with what is left of them back in place, when the server refuses. */
  remove(dramaIds: readonly string[]): Promise<void>
  /** What follows others no longer does. */
  leave(): void
}

export interface DatedListOptions {
  ask(cursor: string | undefined, isQuiet: boolean): Promise<ListAnswer<DatedEntry>>
  /** What the server is told of at most `most` dramas. */
  forget(dramaIds: readonly string[]): Promise<unknown>
  most: number
  $now: ReadableAtom<number>
  /** Dramas that are known to be in the list or, `false`, no longer. */
  $changes: ReadableAtom<FavoriteChanges>
}

export function createDatedList({ ask, forget, most, $now, $changes }: DatedListOptions): DatedList {
  const $leaving = atom<ReadonlySet<string>>(new Set())
  const forgotten: string[] = []

  /** An answer that was on its way while something was taken out may still have it. */
  async function load(cursor?: string, isQuiet = false) {
    const before = forgotten.length
    const answer = await ask(cursor, isQuiet)
    return without(answer, new Set(forgotten.slice(before)))
  }
  const paged = createPagedList<DatedEntry>(cursor => load(cursor))
  const { list } = paged
  const $groups = atom(group())
  // `computed` would weigh on the entry: one bundle of nanostores is for all pages.
  const unsubscribers = [list.$loadable, $leaving, $changes, $now].map(store =>
    store.listen(() => $groups.set(group()))
  )

  function group() {
    const loadable = list.$loadable.get()
    const entries = loadable.state === 'ready' ? loadable.value.list : []
    const isThere = (id: string) => !$leaving.get().has(id) && $changes.get().get(id) !== false
    return groupByDate(
      entries.filter(({ drama }) => isThere(drama.id)),
      $now.get()
    )
  }

  function change(edit: (answer: ListAnswer<DatedEntry>) => ListAnswer<DatedEntry>) {
    const shown = list.$loadable.get()
    if (shown.state === 'ready') list.set(edit(shown.value))
  }

  async function remove(dramaIds: readonly string[]) {
    $leaving.set(new Set([...$leaving.get(), ...dramaIds]))
    let done = 0
    try {
      for (; done < dramaIds.length; done += most) {
        const removed = dramaIds.slice(done, done + most)
        await forget(removed)
        forgotten.push(...removed)
        change(answer => without(answer, new Set(removed)))
      }
    } finally {
      const back = new Set(dramaIds)
      $leaving.set(new Set([...$leaving.get()].filter(id => !back.has(id))))
    }
  }

  return {
    paged,
    $groups,
    ids: () => $groups.get().flatMap(({ entries }) => entries.map(({ drama }) => drama.id)),
    refresh: createListRefresh(list, () => load(undefined, true), mergeNewest),
    put: entry =>
      change(answer => ({ ...answer, list: [entry, ...withoutIds(answer.list, new Set([entry.drama.id]))] })),
    remove,
    leave() {
      for (const leave of unsubscribers) leave()
    }
  }
}

/** The newest page over a list that was loaded before: the list itself where nothing is new. */
export function mergeNewest(shown: ListAnswer<DatedEntry>, fresh: ListAnswer<DatedEntry>): ListAnswer<DatedEntry> {
  const last = fresh.list.at(-1)
  const head = shown.list.slice(0, fresh.list.length)
  const isEnd = fresh.next_cursor === null || last === undefined
  if (toJson(head) === toJson(fresh.list)) {
    return isEnd && shown.list.length > head.length ? fresh : shown
  }
  // Without an entry in common, there may be others between the page and what is shown.
  const times = new Map(shown.list.map(({ drama, at }) => [drama.id, at]))
  if (isEnd || !fresh.list.some(({ drama, at }) => times.get(drama.id) === at)) return fresh
  const newer = new Set(fresh.list.map(({ drama }) => drama.id))
  const older = withoutIds(shown.list, newer).filter(({ at }) => at <= last.at)
  return older.length === 0 ? fresh : { ...shown, list: [...fresh.list, ...older] }
}

function without(answer: ListAnswer<DatedEntry>, ids: ReadonlySet<string>): ListAnswer<DatedEntry> {
  return ids.size === 0 ? answer : { ...answer, list: withoutIds(answer.list, ids) }
}

function withoutIds(list: readonly DatedEntry[], ids: ReadonlySet<string>): DatedEntry[] {
  return list.filter(({ drama }) => !ids.has(drama.id))
}
