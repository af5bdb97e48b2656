import { type Campaign, LPID_PATTERN } from '../../../contract/visitor.js'
import type { CampaignSettings } from './queries.js'

export function parseLpid(sent: unknown): { lpid: string | null; isDropped: boolean } {
  if (sent === undefined || sent === null || sent === '') return { lpid: null, isDropped: false }
  if (typeof sent === 'string' && LPID_PATTERN.test(sent)) return { lpid: sent, isDropped: false }
  return { lpid: null, isDropped: true }
}

export function toCampaignResponse(lpid: string | null, settings: CampaignSettings | undefined): Campaign {
  return {
    lpid,
    is_known: settings !== undefined,
    start_drama_id: settings?.start_drama_id ?? null,
    start_episode_no: settings?.start_episode_no ?? null,
    offer: settings?.offer_id ? { product_id: settings.offer_id } : null,
    theme: settings?.theme ?? {},
    lang: settings?.default_lang ?? null,
    pixel_hint: settings?.pixel_hint ?? {}
  }
}
