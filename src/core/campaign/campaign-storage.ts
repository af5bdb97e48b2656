// What the device remembers of the campaign it came with last: its looks and language are there at the next start.
import type { AppStorage } from '../environment.js'

const KEY = 'drama_campaign'

/** `at` is when the visit was told, in epoch ms. */
export interface StoredCampaign {
  lpid: string
  at: number
  theme: Record<string, string>
}

/** Undefined where another campaign was remembered, or none. */
export function readStoredCampaign(storage: AppStorage, lpid: string | undefined): StoredCampaign | undefined {
  try {
    const kept: StoredCampaign = JSON.parse(storage.get(KEY) ?? '')
    return kept.lpid === lpid ? kept : undefined
  } catch {
    return undefined
  }
}

export const writeStoredCampaign = (storage: AppStorage, record: StoredCampaign) =>
  storage.set(KEY, JSON.stringify(record))
