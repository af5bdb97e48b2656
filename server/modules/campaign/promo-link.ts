import { createHmac } from 'node:crypto'
import type { Kysely } from 'kysely'
import { dramaId } from '../../../contract/drama.js'
import type { Database } from '../../db/schema/schema.js'
import { constantTimeEqual } from '../../lib/constant-time-equal.js'
import type { Random } from '../../lib/random.js'
import { toEpisodeId } from '../catalogue/package/package-writes.js'

/** `minutes` count from the first use, which must be before `expiresAt` (epoch ms). */
export interface PromoLink {
  id: string
  dramaId: string
  episodeNo: number
  minutes: number
  expiresAt: number
}

export interface PromoSigner {
  sign(lpid: string, promo: PromoLink): string
  verify(lpid: string, text: string): PromoLink | null
}

export const MAX_PROMO_MINUTES = 1440

export function createPromoSigner(secrets: readonly string[]): PromoSigner {
  return {
    sign(lpid, { dramaId, episodeNo, minutes, expiresAt, id }) {
      const [secret] = secrets
      if (secret === undefined) throw new Error('promo links need a secret')
      const payload = [dramaId, episodeNo, minutes, Math.floor(expiresAt / 1000).toString(36), id].join('.')
      return `${payload}.${sign(secret, lpid, payload)}`
    },
    verify(lpid, text) {
      const [, payload = '', signature = ''] = /^([\w.-]{1,200})\.([\w-]{22})$/.exec(text) ?? []
      const isSigned = secrets.some(secret => constantTimeEqual(sign(secret, lpid, payload), signature))
      return isSigned ? readPayload(payload) : null
    }
  }
}

/** Cuts the signature to 128 bits, to keep the URL short. */
function sign(secret: string, lpid: string, payload: string): string {
  const signature = createHmac('sha256', secret).update(`promo link 1\n${lpid}\n${payload}`).digest()
  return signature.subarray(0, 16).toString('base64url')
}

function readPayload(payload: string): PromoLink | null {
  const [drama = '', no, minutes, expires = '', id = ''] = payload.split('.')
  if (!dramaId.safeParse(drama).success) return null
  const expiresAt = Number.parseInt(expires, 36) * 1000
  return { id, dramaId: drama, episodeNo: Number(no), minutes: Number(minutes), expiresAt }
}

export const createPromoId = (random: Random) => random.bytes(9).toString('base64url')

interface Redemption {
  userId: string
  lpid: string
  promo: PromoLink
  now: Date
}

/** The first call before `expiresAt` grants the episode. Every call returns whether the grant is still valid. */
export async function redeemPromoLink(
  db: Kysely<Database>,
  { userId, lpid, promo, now }: Redemption
): Promise<boolean> {
  const { id, dramaId, episodeNo, minutes, expiresAt } = promo
  if (expiresAt > now.getTime()) {
    await db
      .insertInto('promo_grants')
      .values({
        user_id: userId,
        link_id: id,
        lpid,
        drama_id: dramaId,
        episode_no: episodeNo,
        episode_id: toEpisodeId(dramaId, episodeNo),
        created_at: now,
        until: new Date(now.getTime() + minutes * 60_000)
      })
      .onConflict(conflict => conflict.doNothing())
      .execute()
  }
  const grant = await db
    .selectFrom('promo_grants')
    .select('until')
    .where('user_id', '=', userId)
    .where('link_id', '=', id)
    .executeTakeFirst()
  return grant !== undefined && grant.until > now
}
