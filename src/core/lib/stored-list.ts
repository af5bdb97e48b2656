// Separate from json.ts, because that file loads before the first picture.
import type { AppStorage } from '../environment.js'

/**
 * The items of a stored list that `isItem` accepts. Other scripts of the page can write to the same storage, so the
 * text may be anything.
 */
export function readStoredList<Item>(
  storage: AppStorage,
  key: string,
  isItem: (item: unknown) => item is Item
): Item[] {
  try {
    const list: unknown = JSON.parse(storage.get(key) ?? '[]')
    return Array.isArray(list) ? list.filter(isItem) : []
  } catch {
    return []
  }
}

/** Marks stored items as the current viewer's: the end of the token, or empty without one. */
export const storageOwner = (session: { token(): string | undefined }) => session.token()?.slice(-12) ?? ''
