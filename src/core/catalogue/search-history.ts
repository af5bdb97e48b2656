import { atom, type ReadableAtom } from 'nanostores'
import type { AppStorage } from '../environment.js'
import { toJson } from '../lib/json.js'
import { readStoredList } from '../lib/stored-list.js'

export const SEARCH_HISTORY_KEY = 'drama_search_history'
const MAX_KEYWORDS = 10

export interface SearchHistory {
  $keywords: ReadableAtom<readonly string[]>
  add(keyword: string): void
  remove(keyword: string): void
  clear(): void
}

export function createSearchHistory(storage: AppStorage): SearchHistory {
  const $keywords = atom<readonly string[]>(readKeywords(storage))
  $keywords.listen(keywords => storage.set(SEARCH_HISTORY_KEY, toJson(keywords)))
  const without = (keyword: string) => $keywords.get().filter(other => other !== keyword)
  return {
    $keywords,
    add: keyword => $keywords.set([keyword, ...without(keyword)].slice(0, MAX_KEYWORDS)),
    remove: keyword => $keywords.set(without(keyword)),
    clear: () => $keywords.set([])
  }
}

function readKeywords(storage: AppStorage): string[] {
  return readStoredList(storage, SEARCH_HISTORY_KEY, item => typeof item === 'string').slice(0, MAX_KEYWORDS)
}
