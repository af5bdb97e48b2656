import { z } from 'zod'
import { dramaId } from '../../../../contract/drama.js'
import { BusinessError } from '../../../http/business-error.js'
import { page, readCursor, writeCursor } from '../../../lib/cursor.js'
import { MAX_MINUTES, newPromoId } from '../../campaign/promo-link.js'
import { episodeIdOf } from '../../catalogue/package/package-writes.js'
import { episodeWithDrama } from '../../play/queries.js'
import type { OperatorAction, OperatorContext } from '../operator-action.js'
import { episodeNo, lpid, saveRequest } from './campaign-request.js'
import { writeCampaign } from './campaign-writes.js'

const listRequest = z.object({
  status: z.enum(['active', 'closed']).optional(),
  cursor: z.string().max(512).optional(),
  page_size: z.coerce.number().int().min(1).max(100).default(50)
})

/** Campaigns in the order of their names. */
export const listingCampaigns: OperatorAction<typeof listRequest> = {
  method: 'GET',
  path: '/operator/campaign_list',
  request: listRequest,
  subject: null,
  run: async ({ db }, { status, cursor, page_size: size }) => {
    const after = readCursor('campaigns', ['text'], cursor)
    const rows = await db
      .selectFrom('campaigns')
      .selectAll()
      .$if(status !== undefined, query => query.where('status', '=', status ?? 'active'))
      .$if(after !== null, query => query.where('lpid', '>', after?.[0] ?? ''))
      .orderBy('lpid')
      .limit(size + 1)
      .execute()
    return page(rows, size, last => writeCursor('campaigns', [last.lpid]))
  }
}

const nameRequest = z.object({ lpid })

export const showingCampaign: OperatorAction<typeof nameRequest> = {
  method: 'GET',
  path: '/operator/campaign_show',
  request: nameRequest,
  subject: null,
  run: async (office, { lpid }) => ({ campaign: await campaignNamed(office, lpid) })
}

/** Makes a campaign or changes one; every value is checked before any is written. */
export const saveCampaignAction: OperatorAction<typeof saveRequest> = {
  method: 'POST',
  path: '/operator/campaign_save',
  request: saveRequest,
  subject: ({ lpid }) => lpid,
  run: async (office, change) => ({ campaign: await writeCampaign(office, change) })
}

/** Its visitors are let in as those of no campaign are, and its promo links give nothing any more. */
export const closingCampaign: OperatorAction<typeof nameRequest> = {
  method: 'POST',
  path: '/operator/campaign_close',
  request: nameRequest,
  subject: ({ lpid }) => lpid,
  run: async (office, { lpid }) => ({ campaign: await writeCampaign(office, { lpid, mode: 'set', status: 'closed' }) })
}

const DAY_MS = 86_400_000

const linkRequest = z.object({
  lpid,
  drama_id: dramaId,
  episode_no: episodeNo,
  minutes: z.number().int().min(1).max(MAX_MINUTES).default(30),
  /** Epoch milliseconds after which nobody begins to use the link any more; 30 days from now if left out. */
  expires_at: z.number().int().positive().optional(),
  /** Where the link leads: a page that has the app. The server's own site if left out. */
  page: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .optional()
})

/** A link that gives an episode for some minutes, once to everybody who comes by it. */
export const createLinkAction: OperatorAction<typeof linkRequest> = {
  method: 'POST',
  path: '/operator/campaign_link',
  request: linkRequest,
  subject: ({ lpid }) => lpid,
  run: async (office, { lpid, drama_id, episode_no, minutes, expires_at, page }) => {
    const { db, config, promoSigner, random, now } = office
    const { status } = await campaignNamed(office, lpid)
    if (status !== 'active') throw new BusinessError(4001, { fields: ['lpid'], reason: 'closed' })
    const episode = await episodeWithDrama(db, episodeIdOf(drama_id, episode_no))
    if (episode?.status !== 'online' || episode.drama_status !== 'online') throw new BusinessError(4204)
    const expiresAt = expires_at ?? now.getTime() + 30 * DAY_MS
    if (expiresAt <= now.getTime() || expiresAt > now.getTime() + 366 * DAY_MS) {
      throw new BusinessError(4001, { fields: ['expires_at'], reason: 'not_within_a_year' })
    }
    const promo = { id: newPromoId(random), dramaId: drama_id, episodeNo: episode_no, minutes, expiresAt }
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
}

async function campaignNamed({ db }: OperatorContext, lpid: string) {
  const row = await db.selectFrom('campaigns').selectAll().where('lpid', '=', lpid).executeTakeFirst()
  if (row === undefined) throw new BusinessError(4001, { fields: ['lpid'], reason: 'no_campaign' })
  return row
}
