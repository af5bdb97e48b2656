import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { createSearchPage, KEYWORD_LIMIT, type SearchPage, type SearchState } from '../../core/catalogue/search-page.js'
import type { StackPage } from '../../core/router/router.js'
import { BackButton } from '../app/page-bar.js'
import { useScope, useTranslation } from '../app/scope.js'
import { usePageModel } from '../app/use-page-model.js'
import { Input, css as inputCss } from '../ui/controls/input.js'
import cardCss from '../ui/drama/drama-card.css'
import dramaLineCss from '../ui/drama/drama-line.css'
import { DramaLine } from '../ui/drama/drama-line.js'
import { HighlightedText } from '../ui/drama/highlight.js'
import { Icon } from '../ui/icon/icon.js'
import rowCss from '../ui/list/card-row.css'
import gridCss from '../ui/list/grid.css'
import { InfiniteListEnd } from '../ui/list/infinite-list-end.js'
import { VirtualGrid } from '../ui/list/virtual-grid.js'
import { FailureView } from '../ui/status/notice.js'
import { SkeletonLines } from '../ui/status/skeleton-lines.js'
import searchCss from './search-page.css'
import { NoResults, SearchStart } from './search-start.js'

export const css = cardCss + gridCss + rowCss + dramaLineCss + inputCss + searchCss

export default function SearchPageView({ page }: { page: StackPage }) {
  const { app } = useScope()
  const { text } = useTranslation()
  const search = usePageModel(() => createSearchPage(app, page.query))
  const shown = useStore(search.$search)
  const field = useStore(search.$field)
  const content = useRef<HTMLDivElement>(null)
  useScrollToResults(content, shown)
  return (
    <div className="bar-page search" ref={content}>
      <h1 className="visually-hidden">{text('search')}</h1>
      <search className="search-bar" part="header">
        <BackButton />
        <Input
          label={text('search')}
          type="search"
          value={field}
          maxLength={KEYWORD_LIMIT}
          placeholder={text('searchPlaceholder')}
          onChange={search.type}
          onSubmit={search.search}
          // With a keyword in the url, show the results and no keyboard.
          hasFocus={!page.query.keyword}
        />
        <button type="button" className="search-go" onClick={() => search.search(search.$field.get())}>
          {text('search')}
        </button>
      </search>
      {shown.state === 'idle' && <SearchStart search={search} />}
      {shown.state === 'typing' && <Suggestions shown={shown} search={search} />}
      {shown.state === 'found' && <SearchResults shown={shown} search={search} />}
    </div>
  )
}

/** Scrolls to the first result and closes the on-screen keyboard, which covers the results. */
function useScrollToResults(content: React.RefObject<HTMLElement | null>, shown: SearchState) {
  const { root } = useScope()
  const results = shown.state === 'found' ? shown.results : undefined
  useEffect(() => {
    if (!results) return
    content.current?.closest('.page')?.scrollTo({ top: 0, behavior: 'instant' })
    const { activeElement } = root
    const isField = activeElement instanceof HTMLInputElement && content.current?.contains(activeElement)
    if (isField && matchMedia('(pointer: coarse)').matches) activeElement.blur()
  }, [root, content, results])
}

type Shown<State extends SearchState['state']> = Extract<SearchState, { state: State }>

function Suggestions({ shown: { typed, suggestions }, search }: { shown: Shown<'typing'>; search: SearchPage }) {
  const others = suggestions.filter(suggestion => suggestion !== typed)
  return (
    <ul className="suggestions">
      {['', ...others].map(suggestion => (
        // The first item has a constant key, because a replaced button would miss the tap.
        <li key={suggestion}>
          <button type="button" onClick={() => search.search(suggestion || typed)}>
            <Icon name="search" />
            <HighlightedText text={suggestion || typed} keyword={typed} />
          </button>
        </li>
      ))}
    </ul>
  )
}

function SearchResults({ shown, search }: { shown: Shown<'found'>; search: SearchPage }) {
  const { text } = useTranslation()
  const { list } = shown.results
  const loadable = useStore(list.$loadable)
  const corrected = useStore(shown.$corrected)
  if (loadable.state === 'failed') return <FailureView failure={loadable.failure} onRetry={() => void list.reload()} />
  if (loadable.state === 'loading') return <SkeletonLines />
  if (loadable.value.list.length === 0) return <NoResults keyword={shown.keyword} search={search} />
  const keyword = corrected ?? shown.keyword
  return (
    <>
      <p className="search-note" role="status">
        {text(corrected ? 'searchCorrected' : 'searchFound', { keyword })}
      </p>
      <VirtualGrid
        className="drama-lines"
        entries={loadable.value.list}
        keyOf={drama => drama.id}
        render={drama => <DramaLine drama={drama} keyword={keyword} />}
      />
      <InfiniteListEnd paged={shown.results} />
    </>
  )
}
