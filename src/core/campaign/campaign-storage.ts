import type { AppStorage } from '../environment.js'

const KEY = 'drama_campaign'

export interface StoredCampaign {
  lpid: string
  at: number
  theme: Record<string, string>
  isTest?: true | undefined
}

export function readStoredCampaign(storage: AppStorage, lpid: string | undefined): StoredCampaign | undefined {
  try {
    const stored: StoredCampaign = JSON.parse(storage.get(KEY) ?? '')
    return stored.lpid === lpid ? stored : undefined
  } catch {
    return undefined
  }
}

export const writeStoredCampaign = (storage: AppStorage, record: StoredCampaign) =>
  storage.set(KEY, JSON.stringify(record))
