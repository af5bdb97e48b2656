// Links that give one episode for a while: signed, so that nobody makes their own, and for one campaign alone.
import { createHmac } from 'node:crypto'
import type { Kysely } from 'kysely'
import { dramaId } from '../../../contract/drama.js'
import type { Database } from '../../db/schema/schema.js'
import { constantTimeEqual } from '../../lib/constant-time-equal.js'
import type { Random } from '../../lib/random.js'
import { episodeIdOf } from '../catalogue/package/package-writes.js'

/** What a link gives: an episode for so many minutes from its first use, which must be before `expiresAt` (epoch ms). */
export interface PromoLink {
  id: string
  dramaId: string
  episodeNo: number
  minutes: number
  expiresAt: number
}

/** Signs promos for a campaign; `open` gives null for what was not signed for this one, whether or not it has expired. */
export interface PromoSigner {
  sign(lpid: string, promo: PromoLink): string
  verify(lpid: string, text: string): PromoLink | null
}

export const MAX_MINUTES = 1440

/** The first secret signs, the others are still accepted; without any nothing is. */
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

/** 128 bits of the signature: an address is to stay short. */
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

export const newPromoId = (random: Random) => random.bytes(9).toString('base64url')

interface Redemption {
  userId: string
  lpid: string
  promo: PromoLink
  now: Date
}

/** Gives a user what a link promises: once, and only before it expires. False where it gives nothing any more. */
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
        episode_id: episodeIdOf(dramaId, episodeNo),
        created_at: now,
        until: new Date(now.getTime() + minutes * 60_000)
      })
      .onConflict(conflict => conflict.doNothing())
      .execute()
  }
  const given = await db
    .selectFrom('promo_grants')
    .select('until')
    .where('user_id', '=', userId)
    .where('link_id', '=', id)
    .executeTakeFirst()
  return given !== undefined && given.until > now
}
