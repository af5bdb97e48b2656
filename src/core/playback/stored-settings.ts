import type { AppStorage } from '../environment.js'

export interface StoredSetting<Value> {
  key: string
  read(stored: string): Value
}

export const muted: StoredSetting<boolean> = { key: 'drama_muted', read: stored => stored === '1' }
export const quality: StoredSetting<number> = { key: 'drama_quality', read: stored => Number(stored) || 0 }

export const readSetting = <Value>(storage: AppStorage, { key, read }: StoredSetting<Value>): Value =>
  read(storage.get(key) ?? '')
