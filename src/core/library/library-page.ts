import { atom, type ReadableAtom } from 'nanostores'
import type { App } from '../app.js'
import { createPartMessages } from '../i18n/part-messages.js'
import { createDatedList, type DatedList } from './dated-list.js'
import { type RecordTexts, recordLanguages } from './messages.js'

export const LIBRARY_TABS = ['history', 'favorites'] as const
export type LibraryTab = (typeof LIBRARY_TABS)[number]

export interface LibraryPage {
  $segment: ReadableAtom<LibraryTab>
  show(segment: LibraryTab): void
  /** The list of the segment on screen; favourites are asked for when they are first shown. */
  list(): DatedList
  /** What the page takes for the present, in epoch ms: the time of its last look at the lists. */
  $now: ReadableAtom<number>
  /** Ids of the chosen dramas while the list is edited; undefined while it is not. */
  $selected: ReadableAtom<ReadonlySet<string> | undefined>
  edit(isEditing: boolean): void
  choose(dramaId: string): void
  /** Chooses everything that is loaded, or nothing when all of it was. */
  chooseAll(): void
  /** Asks, then takes the chosen ones off the screen; if the server refuses they are there again and the viewer is told. */
  removeChosen(): Promise<void>
  /** The page has come on top, or is no longer: then nothing is edited, and first it looks for what is new. */
  turn(isOnTop: boolean): void
  /** For what is said once there is a list. */
  texts: RecordTexts
  refresh(): Promise<void>
  reload(): void
  exit(): void
}

/** What the server takes in one call. */
const MOST_HISTORY = 200
/** Favourites are let go one by one, so many at a time. */
const MOST_FAVORITES = 4

export function createLibraryPage(app: App): LibraryPage {
  const $segment = atom<LibraryTab>('history')
  const $selected = atom<ReadonlySet<string> | undefined>()
  const $now = atom(app.environment.clock.now())
  const leaving = new AbortController()
  const texts = createPartMessages(recordLanguages, app.i18n, leaving.signal)
  const history = createHistory(app, $now)
  let kept: DatedList | undefined
  function list(): DatedList {
    if ($segment.get() === 'history') return history
    kept ??= createFavoritesList(app, $now)
    return kept
  }

  function catchUp() {
    $now.set(app.environment.clock.now())
    void list().refresh()
  }

  async function removeChosen() {
    const shown = list()
    const chosen = shown.ids().filter(id => $selected.get()?.has(id))
    if (chosen.length === 0 || !(await confirmRemoval(app, texts, $segment.get(), chosen.length))) return
    $selected.set(undefined)
    await shown.remove(chosen).catch(app.showError)
  }

  // The list has the new place before the viewer is back: nothing moves under the finger.
  const leaveLatest = app.progress.$latest.listen(
    stop => stop && history.put({ drama: stop.drama, at: stop.updated_at, stop })
  )

  return {
    $segment,
    show(segment) {
      $selected.set(undefined)
      $segment.set(segment)
      catchUp()
    },
    list,
    $now,
    $selected,
    edit: isEditing => $selected.set(isEditing ? new Set() : undefined),
    choose(dramaId) {
      const chosen = new Set($selected.get())
      if (!chosen.delete(dramaId)) chosen.add(dramaId)
      $selected.set(chosen)
    },
    chooseAll() {
      const ids = list().ids()
      $selected.set(new Set($selected.get()?.size === ids.length ? [] : ids))
    },
    removeChosen,
    texts,
    turn(isOnTop) {
      if (isOnTop) catchUp()
      else $selected.set(undefined)
    },
    refresh() {
      $now.set(app.environment.clock.now())
      return list().paged.list.refresh()
    },
    reload() {
      history.paged.reload()
      kept?.paged.reload()
    },
    exit() {
      leaving.abort()
      leaveLatest()
      history.leave()
      kept?.leave()
    }
  }
}

function createHistory(app: App, $now: ReadableAtom<number>): DatedList {
  return createDatedList({
    async ask(cursor, isQuiet) {
      await app.progress.whenSaved()
      const answer = await app.api.get('/user/history', { cursor }, { isQuiet })
      return { ...answer, list: answer.list.map(stop => ({ drama: stop.drama, at: stop.updated_at, stop })) }
    },
    forget: dramaIds => app.api.post('/user/history_delete', { drama_ids: [...dramaIds] }, { isQuiet: true }),
    most: MOST_HISTORY,
    $now,
    $changes: atom(new Map())
  })
}

function createFavoritesList(app: App, $now: ReadableAtom<number>): DatedList {
  return createDatedList({
    async ask(cursor, isQuiet) {
      await app.favorites.whenSettled()
      const answer = await app.api.get('/user/favorites', { cursor }, { isQuiet })
      return { ...answer, list: answer.list.map(({ created_at: at, ...drama }) => ({ drama, at })) }
    },
    forget: dramaIds => Promise.all(dramaIds.map(id => app.favorites.set(id, false))),
    most: MOST_FAVORITES,
    $now,
    $changes: app.favorites.$changes
  })
}

async function confirmRemoval(
  { modals }: App,
  { $text }: RecordTexts,
  segment: LibraryTab,
  count: number
): Promise<boolean> {
  const text = $text.get()
  if (!text) return false
  const { confirm } = await modals.show({
    content: text(segment === 'history' ? 'removeHistoryQuestion' : 'removeFavoritesQuestion', { count }),
    confirmText: text('remove')
  })
  return confirm
}
