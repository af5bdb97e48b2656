// What the device remembers of the campaign it came with last: its looks and language are there at the next start.
import type { Storage } from '../environment.js'

const KEY = 'drama_campaign'

/** `at` is when the visit was told, in epoch ms. */
export interface CampaignRecord {
  lpid: string
  at: number
  theme: Record<string, string>
}

/** Undefined where another campaign was remembered, or none. */
export function readCampaignRecord(storage: Storage, lpid: string | undefined): CampaignRecord | undefined {
  try {
    const kept: CampaignRecord = JSON.parse(storage.get(KEY) ?? '')
    return kept.lpid === lpid ? kept : undefined
  } catch {
    return undefined
  }
}

export const writeCampaignRecord = (storage: Storage, record: CampaignRecord) =>
  storage.set(KEY, JSON.stringify(record))
