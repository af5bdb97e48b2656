const STORAGE_KEY = 'drama_console_searches'
const MAX_SEARCHES = 8

/** A recovery code opens an account, so it is not kept. */
const isRecoveryCode = (text: string) => /^[A-Z2-9]{4}[\s-]?[A-Z2-9]{4}[\s-]?[A-Z2-9]{4}$/i.test(text)

/** The newest first; empty where the browser refuses storage. */
export function readRecentSearches(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter(text => typeof text === 'string').slice(0, MAX_SEARCHES) : []
  } catch {
    return []
  }
}

/** Returns the new list. */
export function addRecentSearch(text: string): readonly string[] {
  const searches = readRecentSearches()
  if (isRecoveryCode(text)) return searches
  return writeSearches([text, ...searches.filter(other => other !== text)].slice(0, MAX_SEARCHES))
}

export const clearRecentSearches = () => writeSearches([])

function writeSearches(searches: readonly string[]): readonly string[] {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(searches))
  } catch {
    // They then last until the page is closed.
  }
  return searches
}
