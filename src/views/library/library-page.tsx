import { useStore } from '@nanostores/react'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react'
import type { DatedEntry, DatedList } from '../../core/library/dated-list.js'
import { createLibraryPage, LIBRARY_TABS, type LibraryPage, type LibraryTab } from '../../core/library/library-page.js'
import type { StackPage } from '../../core/router/router.js'
import { useScope, useTranslation } from '../app/scope.js'
import { usePageModel } from '../app/use-page-model.js'
import segmentsCss from '../ui/controls/segmented-control.css'
import { SegmentedControl } from '../ui/controls/segmented-control.js'
import { Icon } from '../ui/icon/icon.js'
import gridCss from '../ui/list/grid.css'
import { InfiniteListEnd } from '../ui/list/infinite-list-end.js'
import { PullToRefresh } from '../ui/list/pull-to-refresh.js'
import { VirtualGrid } from '../ui/list/virtual-grid.js'
import { EmptyState, FailureView } from '../ui/status/notice.js'
import { SkeletonLines } from '../ui/status/skeleton-lines.js'
import { LibraryEntry } from './library-entry.js'
import libraryCss from './library-page.css'

export const css = gridCss + segmentsCss + libraryCss

export default function LibraryPageView({ page: { id } }: { page: StackPage }) {
  const { app, root } = useScope()
  const { text } = useTranslation()
  const page = usePageModel(() => createLibraryPage(app))
  const tab = useStore(page.$tab)
  const isEditing = useStore(page.$selected) !== undefined
  const list = page.list()
  const hasEntries = useStore(list.$groups).length > 0
  const isOnTop = useStore(app.router.$stack).top?.id === id
  const frame = useRef<HTMLDivElement>(null)
  const editButton = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(isEditing)
  useEffect(() => page.setOnTop(isOnTop), [page, isOnTop])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list starts at its top
  useLayoutEffect(() => {
    frame.current?.closest('.page')?.scrollTo({ top: 0, behavior: 'instant' })
  }, [tab])
  useLayoutEffect(() => {
    // The focused button disappears with the edit mode.
    if (wasEditing.current && !isEditing && isOnTop && !root.activeElement) editButton.current?.focus()
    wasEditing.current = isEditing
  }, [root, isEditing, isOnTop])
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isEditing) return
    event.stopPropagation()
    page.edit(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles keys of the buttons inside
    <div className="library" ref={frame} onKeyDown={press}>
      <PullToRefresh key={tab} refresh={page.refresh} />
      <header className="library-header" part="header">
        <h1>{text('library')}</h1>
        {hasEntries && (
          <button type="button" className="library-edit" ref={editButton} onClick={() => page.edit(!isEditing)}>
            {text(isEditing ? 'done' : 'edit')}
          </button>
        )}
        <SegmentedControl
          label={text('library')}
          options={LIBRARY_TABS.map(each => ({ id: each, text: text(each) }))}
          current={tab}
          onChange={page.show}
        />
      </header>
      <Content key={tab} page={page} list={list} tab={tab} />
    </div>
  )
}

interface Shown {
  page: LibraryPage
  list: DatedList
  tab: LibraryTab
}

function Content({ page, list, tab }: Shown) {
  const { app } = useScope()
  const { text } = useTranslation()
  const groups = useStore(list.$groups)
  const libraryText = useStore(page.texts.$text)
  const loadable = useStore(list.paged.list.$loadable)
  if (loadable.state === 'failed') return <FailureView failure={loadable.failure} onRetry={list.paged.reload} />
  if (loadable.state === 'loading') return <SkeletonLines />
  const isEmpty = groups.length === 0 && loadable.value.next_cursor === null
  return (
    <>
      {groups.map(({ title, entries }) => (
        <Group key={title} title={text(title)} entries={entries} page={page} tab={tab} />
      ))}
      <InfiniteListEnd paged={list.paged} />
      {isEmpty && libraryText && (
        <EmptyState
          icon={<Icon name="library" />}
          text={libraryText(tab === 'history' ? 'emptyHistory' : 'emptyFavorites')}
          action={text('seeDramas')}
          onAction={() => void app.router.switchTab({ url: '/pages/index/dramas' })}
        />
      )}
      <EditBar page={page} list={list} />
    </>
  )
}

interface GroupProps {
  title: string
  entries: readonly DatedEntry[]
  page: LibraryPage
  tab: LibraryTab
}

function Group({ title, entries, page, tab }: GroupProps) {
  const now = useStore(page.$now)
  const selected = useStore(page.$selected)
  return (
    <section className="library-group">
      <h2>{title}</h2>
      <VirtualGrid
        className={tab === 'history' ? 'library-lines' : 'grid'}
        entries={entries}
        keyOf={({ drama }) => drama.id}
        render={entry => (
          <LibraryEntry entry={entry} now={now} isSelected={selected?.has(entry.drama.id)} onSelect={page.select} />
        )}
      />
    </section>
  )
}

function EditBar({ page, list }: { page: LibraryPage; list: DatedList }) {
  const libraryText = useStore(page.texts.$text)
  const selected = useStore(page.$selected)
  const groups = useStore(list.$groups)
  if (!selected || !libraryText) return null
  const total = groups.reduce((sum, { entries }) => sum + entries.length, 0)
  const count = list.ids().filter(id => selected.has(id)).length
  return (
    <div className="library-bar">
      <button
        type="button"
        className="button quiet"
        part="button"
        aria-pressed={count === total}
        onClick={page.selectAll}
      >
        {libraryText('selectAll')}
      </button>
      <button
        type="button"
        className="button primary"
        part="button"
        disabled={count === 0}
        onClick={() => void page.removeSelected()}
      >
        {libraryText('removeCount', { count })}
      </button>
    </div>
  )
}
