import { atom, type ReadableAtom } from 'nanostores'
import type { App } from '../app.js'
import { createPartMessages } from '../i18n/part-messages.js'
import type { DatedList } from './dated-list.js'
import { createFavoritesList } from './favorites-list.js'
import { createHistoryList } from './history-list.js'
import { type LibraryTexts, libraryMessageLoaders } from './messages.js'

export const LIBRARY_TABS = ['history', 'favorites'] as const
export type LibraryTab = (typeof LIBRARY_TABS)[number]

export interface LibraryPage {
  $tab: ReadableAtom<LibraryTab>
  show(tab: LibraryTab): void
  list(): DatedList
  $now: ReadableAtom<number>
  $selected: ReadableAtom<ReadonlySet<string> | undefined>
  edit(isEditing: boolean): void
  select(dramaId: string): void
  selectAll(): void
  removeSelected(): Promise<void>
  setOnTop(isOnTop: boolean): void
  texts: LibraryTexts
  refresh(): Promise<void>
  reload(): void
  exit(): void
}

export function createLibraryPage(app: App): LibraryPage {
  const $tab = atom<LibraryTab>('history')
  const $selected = atom<ReadonlySet<string> | undefined>()
  const $now = atom(app.environment.clock.now())
  const lifetime = new AbortController()
  const texts = createPartMessages(libraryMessageLoaders, app.i18n, lifetime.signal)
  const history = createHistoryList(app, $now)
  let favorites: DatedList | undefined
  function list(): DatedList {
    if ($tab.get() === 'history') return history
    favorites ??= createFavoritesList(app, $now)
    return favorites
  }

  function refreshQuietly() {
    $now.set(app.environment.clock.now())
    void list().refreshQuietly()
  }

  async function removeSelected() {
    const shown = list()
    const selected = shown.ids().filter(id => $selected.get()?.has(id))
    if (selected.length === 0 || !(await confirmRemoval(app, texts, $tab.get(), selected.length))) return
    $selected.set(undefined)
    await shown.remove(selected).catch(app.showError)
  }

  const unsubscribeLatest = app.progress.$latest.listen(
    card => card && history.put({ drama: card.drama, at: card.updated_at, continueCard: card })
  )

  return {
    $tab,
    show(tab) {
      $selected.set(undefined)
      $tab.set(tab)
      refreshQuietly()
    },
    list,
    $now,
    $selected,
    edit: isEditing => $selected.set(isEditing ? new Set() : undefined),
    select(dramaId) {
      const selected = new Set($selected.get())
      if (!selected.delete(dramaId)) selected.add(dramaId)
      $selected.set(selected)
    },
    selectAll() {
      const ids = list().ids()
      $selected.set(new Set($selected.get()?.size === ids.length ? [] : ids))
    },
    removeSelected,
    texts,
    setOnTop(isOnTop) {
      if (isOnTop) refreshQuietly()
      else $selected.set(undefined)
    },
    refresh() {
      $now.set(app.environment.clock.now())
      return list().paged.list.refresh()
    },
    reload() {
      history.paged.reload()
      favorites?.paged.reload()
    },
    exit() {
      lifetime.abort()
      unsubscribeLatest()
      history.dispose()
      favorites?.dispose()
    }
  }
}

async function confirmRemoval(
  { modals }: App,
  { $text }: LibraryTexts,
  tab: LibraryTab,
  count: number
): Promise<boolean> {
  const text = $text.get()
  if (!text) return false
  const { confirm } = await modals.show({
    content: text(tab === 'history' ? 'removeHistoryQuestion' : 'removeFavoritesQuestion', { count }),
    confirmText: text('remove')
  })
  return confirm
}
