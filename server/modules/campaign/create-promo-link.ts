import { BusinessError, createFieldError } from '../../http/business-error.js'
import type { Services } from '../../services.js'
import { toEpisodeId } from '../catalogue/package/package-writes.js'
import { findEpisodeWithDrama, isEpisodeOnline } from '../catalogue/queries.js'
import { createPromoId } from './promo-link.js'

const DAY_MS = 86_400_000
const DEFAULT_LIFETIME_DAYS = 30

export interface PromoLinkRequest {
  lpid: string
  drama_id: string
  episode_no: number
  minutes: number
  /** Epoch ms. */
  expires_at?: number | undefined
  page?: string | undefined
}

interface PromoLinkContext extends Pick<Services, 'db' | 'config' | 'promoSigner' | 'random'> {
  now: Date
}

/** Throws 4001 if the campaign is closed or `expires_at` is not within `maxDays`, and 4204 if the episode is not online. */
export async function createPromoLink(
  { db, config, promoSigner, random, now }: PromoLinkContext,
  { lpid, drama_id, episode_no, minutes, expires_at, page }: PromoLinkRequest,
  { status, maxDays }: { status: 'active' | 'closed'; maxDays: number }
) {
  if (status !== 'active') throw createFieldError('lpid', 'closed')
  const episode = await findEpisodeWithDrama(db, toEpisodeId(drama_id, episode_no))
  if (episode === undefined || !isEpisodeOnline(episode)) throw new BusinessError(4204)
  const expiresAt = expires_at ?? now.getTime() + DEFAULT_LIFETIME_DAYS * DAY_MS
  if (expiresAt <= now.getTime() || expiresAt > now.getTime() + maxDays * DAY_MS) {
    throw createFieldError('expires_at', maxDays > DEFAULT_LIFETIME_DAYS ? 'not_within_a_year' : 'not_within_30_days')
  }
  const promo = { id: createPromoId(random), dramaId: drama_id, episodeNo: episode_no, minutes, expiresAt }
  const lps = promoSigner.sign(lpid, promo)
  const url = page === undefined && config.publicUrl === null ? null : new URL(page ?? config.publicUrl ?? '')
  const query = { lpid, drama: drama_id, ep: String(episode_no), lps }
  for (const [name, value] of Object.entries(query)) url?.searchParams.set(name, value)
  return {
    url: url?.href ?? null,
    query: `?${new URLSearchParams(query)}`,
    lps,
    minutes,
    expires_at: new Date(Math.floor(expiresAt / 1000) * 1000).toISOString()
  }
}
