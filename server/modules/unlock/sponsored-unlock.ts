import type { JWTPayload } from 'jose'
import { sql, type Transaction } from 'kysely'
import type { z } from 'zod'
import { type UnlockedEpisode, unlockHost } from '../../../contract/unlock.js'
import type { Database } from '../../db/schema/schema.js'
import { BusinessError } from '../../http/business-error.js'
import type { RequestContext } from '../../http/request-context.js'
import { selectCreditedLpid } from '../campaign/attribution.js'
import { runIdempotentWrite } from '../ledger/idempotent-write.js'
import { postTransaction } from '../ledger/post.js'
import { verifyPartnerToken } from '../partner/partner-token.js'
import { lockPrepaidWallet } from '../partner/prepaid-wallet.js'
import type { EpisodeAccess } from '../play/episode-access.js'
import { countUnlock } from './count-unlock.js'
import { readUnlockableEpisodes } from './queries.js'
import { computePriceOfRange } from './range-price.js'
import { createAlreadyUnlockedError, createUnlockRefusalError } from './unlock-episodes.js'

interface SponsorToken {
  tokenId: string
  dramaId: string
  no: number
  maxPrice: number
}

interface SponsoredUnlock extends SponsorToken {
  partnerId: string
  userId: string
  target: EpisodeAccess
  prepaidSeq: number
  now: Date
}

export async function postSponsoredUnlock(context: RequestContext, request: z.output<typeof unlockHost.request>) {
  const { now } = context
  await context.limits.unlock.take(context)
  const write = { path: unlockHost.path, request, onDecided: countUnlock(context.metrics, 'sponsored') }
  return runIdempotentWrite(context, write, async ({ trx, wallet }) => {
    const { userId } = wallet
    const unlockable = await readUnlockableEpisodes(trx, { userId, now }, { episodeId: request.episode_id })
    const target = unlockable?.accessList.find(({ id }) => id === request.episode_id)
    if (unlockable === null || target === undefined) throw new BusinessError(4204)
    const input = {
      dramaId: unlockable.dramaId,
      target,
      range: computePriceOfRange(unlockable.accessList, target.no),
      wallet
    }
    if (target.state !== 'locked') throw createAlreadyUnlockedError(input)
    const verified = await verifyPartnerToken(trx, request.token, now)
    const sponsorToken = verified === null ? null : parseSponsorToken(verified.claims)
    if (verified === null || sponsorToken === null) throw new BusinessError(4501)
    if (sponsorToken.dramaId !== unlockable.dramaId || sponsorToken.no !== target.no) throw new BusinessError(4501)
    if (target.price > sponsorToken.maxPrice) throw createUnlockRefusalError(4202, input)
    const { partnerId } = verified
    const prepaidWallet = await lockPrepaidWallet(trx, partnerId)
    // Check after the lock, because two viewers may use one token at the same time.
    if (await isTokenUsed(trx, partnerId, sponsorToken.tokenId)) throw new BusinessError(4501)
    if (prepaidWallet === null || prepaidWallet.coins < target.price) throw new BusinessError(4210)
    const { seq } = await postTransaction(trx, {
      userId: prepaidWallet.userId,
      kind: 'adjust',
      ref: { type: 'sponsored', id: `${userId}:${target.id}` },
      key: `sponsored:${sponsorToken.tokenId}`,
      change: { type: 'spend', price: target.price },
      now,
      wallet: prepaidWallet
    })
    const sponsored = { ...sponsorToken, partnerId, userId, target, prepaidSeq: seq, now }
    await writeUnlock(trx, sponsored)
    const { coins, bonus } = wallet
    return { unlock: toUnlocked(sponsored), balance: { coins, bonus } }
  })
}

function parseSponsorToken({
  jti,
  drama_id: dramaId,
  episode_no: no,
  max_price: maxPrice
}: JWTPayload): SponsorToken | null {
  if (typeof jti !== 'string' || jti.length < 8 || jti.length > 128) return null
  if (typeof dramaId !== 'string' || typeof no !== 'number') return null
  if (maxPrice !== undefined && typeof maxPrice !== 'number') return null
  return { tokenId: jti, dramaId, no, maxPrice: maxPrice ?? Number.POSITIVE_INFINITY }
}

async function isTokenUsed(trx: Transaction<Database>, partnerId: string, tokenId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('sponsored_unlocks')
    .select('token_id')
    .where('partner_id', '=', partnerId)
    .where('token_id', '=', tokenId)
    .executeTakeFirst()
  return row !== undefined
}

function toUnlocked({ dramaId, target, now }: SponsoredUnlock): UnlockedEpisode {
  const { id, no, price } = target
  return {
    drama_id: dramaId,
    episode_id: id,
    episode_no: no,
    price,
    coins_paid: 0,
    bonus_paid: 0,
    source: 'host',
    created_at: now.getTime()
  }
}

async function writeUnlock(trx: Transaction<Database>, sponsored: SponsoredUnlock): Promise<void> {
  const { partnerId, tokenId, userId, dramaId, target, prepaidSeq, now } = sponsored
  const { id, no, price } = target
  await sql`insert into unlocks (user_id, episode_id, drama_id, episode_no, price, coins_paid, bonus_paid, source, lpid,
      ledger_seq, created_at, refunded_at)
    select users.id, ${id}, ${dramaId}, ${no}::integer, ${price}::integer, 0, 0, 'host', ${selectCreditedLpid(now)},
      null, ${now}::timestamptz, null
    from users where users.id = ${userId}
    on conflict (user_id, episode_id) do update set price = excluded.price, coins_paid = 0, bonus_paid = 0,
      source = excluded.source, lpid = excluded.lpid, ledger_seq = null, created_at = excluded.created_at,
      refunded_at = null`.execute(trx)
  await sql`insert into sponsored_unlocks (partner_id, token_id, user_id, drama_id, episode_id, episode_no, price,
      purse_seq, lpid, created_at)
    select ${partnerId}, ${tokenId}, users.id, ${dramaId}, ${id}, ${no}::integer, ${price}::integer,
      ${prepaidSeq}::bigint, ${selectCreditedLpid(now)}, ${now}::timestamptz
    from users where users.id = ${userId}`.execute(trx)
}
