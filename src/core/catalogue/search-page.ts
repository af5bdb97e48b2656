import { atom, type ReadableAtom } from 'nanostores'
import type { DramaCard } from '../../../contract/drama.js'
import type { App } from '../app.js'
import { createLoadable, type Loadable, type LoadableStore } from '../loading/loadable.js'
import { createPagedList, type PagedList } from '../loading/paged-list.js'
import { createSearchHistory, type SearchHistory } from './search-history.js'

/** In code points. */
export const KEYWORD_LIMIT = 140

export type SearchState =
  | { state: 'idle' }
  | { state: 'typing'; typed: string; suggestions: readonly string[] }
  | { state: 'found'; keyword: string; results: PagedList<DramaCard>; $corrected: ReadableAtom<string | undefined> }

export interface SearchPage {
  $search: ReadableAtom<SearchState>
  $field: ReadableAtom<string>
  history: SearchHistory
  hot: LoadableStore<{ list: string[] }>
  proposals(): LoadableStore<{ list: DramaCard[] }>
  type(text: string): void
  search(text: string): void
  reload(): void
  exit(): void
}

export function createSearchPage(app: App, query: Record<string, string>): SearchPage {
  const $search = atom<SearchState>({ state: 'idle' })
  const $field = atom('')
  const history = createSearchHistory(app.environment.storage)
  let suggestionRequest = new AbortController()
  let stopAwaitingResults: () => void = () => undefined

  async function suggest(typed: string, signal: AbortSignal) {
    try {
      const { list } = await app.api.get('/search/suggest', { keyword: typed }, { signal, isQuiet: true })
      if (!signal.aborted) $search.set({ state: 'typing', typed, suggestions: list })
    } catch {
      // The viewer can search without suggestions.
    }
  }

  function type(text: string) {
    const typed = normaliseKeyword(text)
    $field.set(text)
    suggestionRequest.abort()
    suggestionRequest = new AbortController()
    stopAwaitingResults()
    if (typed === '') return $search.set({ state: 'idle' })
    const shown = $search.get()
    // The previous suggestions stay until new ones arrive, to avoid flicker.
    $search.set({ state: 'typing', typed, suggestions: shown.state === 'typing' ? shown.suggestions : [] })
    void suggest(typed, suggestionRequest.signal)
  }

  function search(text: string) {
    const keyword = normaliseKeyword(text)
    if (keyword === '') return
    suggestionRequest.abort()
    stopAwaitingResults()
    $field.set(keyword)
    history.add(keyword)
    const $corrected = atom<string | undefined>()
    const results = createPagedList<DramaCard>(async cursor => {
      const response = await app.api.get('/search/index', { keyword, cursor })
      // Set by the first page only: later pages continue the same search.
      if (cursor === undefined) $corrected.set(response.corrected)
      return response
    })
    $search.set({ state: 'found', keyword, results, $corrected })
    stopAwaitingResults = whenReady(results.list.$loadable, ({ list }) =>
      app.emit('drama-search', { keyword_length: [...keyword].length, results: list.length })
    )
  }

  let proposals: LoadableStore<{ list: DramaCard[] }> | undefined
  const hot = createLoadable(() => app.api.get('/search/hot', {}, { isQuiet: true }))
  if (query.keyword) search(query.keyword)
  return {
    $search,
    $field,
    history,
    hot,
    proposals: () =>
      (proposals ??= createLoadable(() => app.api.get('/index/rank', { type: 'hot' }, { isQuiet: true }))),
    type,
    search,
    reload() {
      void hot.reload()
      void proposals?.reload()
      const shown = $search.get()
      if (shown.state === 'typing') void suggest(shown.typed, suggestionRequest.signal)
      if (shown.state === 'found') shown.results.reload()
    },
    exit() {
      suggestionRequest.abort()
      stopAwaitingResults()
    }
  }
}

function normaliseKeyword(text: string): string {
  const visible = text.replace(/\p{Cc}/gu, ' ').replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, '')
  return [...visible].slice(0, KEYWORD_LIMIT).join('').trim()
}

function whenReady<Value>($loadable: ReadableAtom<Loadable<Value>>, listener: (value: Value) => void): () => void {
  const unsubscribe = $loadable.listen(loadable => {
    if (loadable.state !== 'ready') return
    unsubscribe()
    listener(loadable.value)
  })
  return unsubscribe
}
