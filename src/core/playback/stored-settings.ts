// Choices of the viewer that the first picture needs, which may be there before the app is.
import type { AppStorage } from '../environment.js'

/** One choice as it is kept; `read` understands what is no choice, too. */
export interface StoredSetting<Value> {
  key: string
  read(kept: string): Value
}

export const muted: StoredSetting<boolean> = { key: 'drama_muted', read: kept => kept === '1' }
/** The most lines of the picture. */
export const quality: StoredSetting<number> = { key: 'drama_quality', read: kept => Number(kept) || 0 }

export const readSetting = <Value>(storage: AppStorage, { key, read }: StoredSetting<Value>): Value =>
  read(storage.get(key) ?? '')
