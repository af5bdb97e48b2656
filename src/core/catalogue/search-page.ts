import { atom, type ReadableAtom } from 'nanostores'
import type { DramaCard } from '../../../contract/drama.js'
import type { App } from '../app.js'
import { createLoader, type Loadable, type Loader } from '../loading/loadable.js'
import { createPagedList, type PagedList } from '../loading/paged-list.js'
import { createSearchHistory, type SearchHistory } from './search-history.js'

/** Characters that a keyword may have. */
export const KEYWORD_LIMIT = 140

/** What the page shows: a start, proposals for what is being typed, or what was found for a keyword, or for another that is spelt alike. */
export type SearchState =
  | { state: 'idle' }
  | { state: 'typing'; typed: string; suggestions: readonly string[] }
  | { state: 'found'; keyword: string; results: PagedList<DramaCard>; $corrected: ReadableAtom<string | undefined> }

export interface SearchPage {
  $search: ReadableAtom<SearchState>
  /** What stands in the field. */
  $field: ReadableAtom<string>
  history: SearchHistory
  hot: Loader<{ list: string[] }>
  /** What to watch when nothing was found; asked for at the first call. */
  proposals(): Loader<{ list: DramaCard[] }>
  type(text: string): void
  search(text: string): void
  reload(): void
  exit(): void
}

export function createSearchPage(app: App, query: Record<string, string>): SearchPage {
  const $search = atom<SearchState>({ state: 'idle' })
  const $field = atom('')
  const history = createSearchHistory(app.environment.storage)
  let typing = new AbortController()
  let stopSuggesting: () => void = () => undefined

  async function suggest(typed: string, signal: AbortSignal) {
    try {
      const { list } = await app.api.get('/search/suggest', { keyword: typed }, { signal, isQuiet: true })
      if (!signal.aborted) $search.set({ state: 'typing', typed, suggestions: list })
    } catch {
      // Proposals are a help: without them the viewer goes on typing.
    }
  }

  function type(text: string) {
    const typed = normaliseKeyword(text)
    $field.set(text)
    typing.abort()
    typing = new AbortController()
    stopSuggesting()
    if (typed === '') return $search.set({ state: 'idle' })
    const shown = $search.get()
    // The proposals of before stay until there are new ones: nothing flickers under the finger.
    $search.set({ state: 'typing', typed, suggestions: shown.state === 'typing' ? shown.suggestions : [] })
    void suggest(typed, typing.signal)
  }

  function search(text: string) {
    const keyword = normaliseKeyword(text)
    if (keyword === '') return
    typing.abort()
    stopSuggesting()
    $field.set(keyword)
    history.add(keyword)
    const $corrected = atom<string | undefined>()
    const results = createPagedList<DramaCard>(async cursor => {
      const answer = await app.api.get('/search/index', { keyword, cursor })
      // Said with the first page; the others go on from there.
      if (cursor === undefined) $corrected.set(answer.corrected)
      return answer
    })
    $search.set({ state: 'found', keyword, results, $corrected })
    stopSuggesting = whenReady(results.list.$loadable, ({ list }) =>
      app.emit('drama-search', { keyword_length: [...keyword].length, results: list.length })
    )
  }

  let proposals: Loader<{ list: DramaCard[] }> | undefined
  const hot = createLoader(() => app.api.get('/search/hot', {}, { isQuiet: true }))
  if (query.keyword) search(query.keyword)
  return {
    $search,
    $field,
    history,
    hot,
    proposals: () => (proposals ??= createLoader(() => app.api.get('/index/rank', { type: 'hot' }, { isQuiet: true }))),
    type,
    search,
    reload() {
      void hot.reload()
      void proposals?.reload()
      const shown = $search.get()
      if (shown.state === 'typing') void suggest(shown.typed, typing.signal)
      if (shown.state === 'found') shown.results.reload()
    },
    exit() {
      typing.abort()
      stopSuggesting()
    }
  }
}

/** As the server takes it: nothing invisible around it or without meaning in it, no more than it may have, no character cut in half. */
function normaliseKeyword(text: string): string {
  const visible = text.replace(/\p{Cc}/gu, ' ').replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, '')
  return [...visible].slice(0, KEYWORD_LIMIT).join('').trim()
}

/** Tells once, when there is something; nothing is there yet. */
function whenReady<Value>($loadable: ReadableAtom<Loadable<Value>>, tell: (value: Value) => void): () => void {
  const stop = $loadable.listen(loadable => {
    if (loadable.state !== 'ready') return
    stop()
    tell(loadable.value)
  })
  return stop
}
