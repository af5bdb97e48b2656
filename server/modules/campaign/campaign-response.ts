import type { Campaign } from '../../../contract/visitor.js'
import type { CampaignSettings } from './campaign-settings.js'

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
