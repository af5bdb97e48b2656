import { type RawBuilder, sql } from 'kysely'
import type { UnlockedEpisode } from '../../../contract/unlock.js'
import { selectCreditedLpid } from '../campaign/attribution.js'
import { type PlannedTransaction, planTransaction } from '../ledger/post.js'
import type { WalletState } from '../ledger/wallet.js'
import type { EpisodeAccess } from '../play/episode-access.js'

export interface ChargeInput {
  wallet: WalletState
  dramaId: string
  episodes: readonly EpisodeAccess[]
  coins: number
  source: UnlockedEpisode['source']
  key: string
  isTestVisit: boolean
  now: Date
}

export interface PlannedCharge {
  planned: PlannedTransaction
  unlocked: UnlockedEpisode[]
  /** Writes the unlocks, as part of `writeTransaction`. */
  statement: RawBuilder<unknown>
}

export function planCharge(purchase: ChargeInput): PlannedCharge {
  const { wallet, dramaId, episodes, coins, key, now } = purchase
  const { userId } = wallet
  const numbers = episodes.map(({ no }) => no)
  const firstAndLast = new Set([Math.min(...numbers), Math.max(...numbers)])
  const ref = { type: 'episodes', id: `${dramaId}:${[...firstAndLast].join('-')}` }
  const change = { type: 'spend', price: coins } as const
  const planned = planTransaction({ userId, kind: 'unlock', ref, key, change, now, wallet })
  const unlocked = toUnlocked(purchase, planned.posted)
  return { planned, unlocked, statement: insertUnlocks(purchase, unlocked, planned.posted.seq) }
}

function toUnlocked(
  { dramaId, episodes, source, now }: ChargeInput,
  { coins, bonus }: EpisodeCharge
): UnlockedEpisode[] {
  const paid = { coins: -coins, bonus: -bonus }
  const shares = splitCharge(
    episodes.map(({ price }) => price),
    paid
  )
  return episodes.map(({ id, no, price }, index) => {
    const { coins: coinsPaid = 0, bonus: bonusPaid = 0 } = shares[index] ?? {}
    return {
      drama_id: dramaId,
      episode_id: id,
      episode_no: no,
      price,
      coins_paid: coinsPaid,
      bonus_paid: bonusPaid,
      source,
      created_at: now.getTime()
    }
  })
}

/**
 * Replaces only a refunded unlock. For any other existing row it writes nothing, and the database rejects the payment.
 */
function insertUnlocks({ isTestVisit, now }: ChargeInput, unlocked: readonly UnlockedEpisode[], seq: number) {
  const rows = JSON.stringify(unlocked.map(({ created_at: _, ...row }) => row))
  return sql`insert into unlocks (user_id, episode_id, drama_id, episode_no, price, coins_paid, bonus_paid, source, lpid,
      ledger_seq, created_at, refunded_at, is_test_visit)
    select users.id, episode_id, drama_id, episode_no, price, coins_paid, bonus_paid, source, ${selectCreditedLpid(now)},
      ${seq}::bigint, ${now}::timestamptz, null, ${isTestVisit}::boolean
    from owner join users on users.id = owner.id, jsonb_to_recordset(${rows}::jsonb) as unlocked (episode_id text,
      drama_id text, episode_no integer, price integer, coins_paid integer, bonus_paid integer, source text)
    on conflict (user_id, episode_id) do update set price = excluded.price, coins_paid = excluded.coins_paid,
      bonus_paid = excluded.bonus_paid, source = excluded.source, lpid = excluded.lpid,
      ledger_seq = excluded.ledger_seq, created_at = excluded.created_at, refunded_at = null,
      is_test_visit = excluded.is_test_visit
    where unlocks.refunded_at is not null`
}

interface EpisodeCharge {
  coins: number
  bonus: number
}

/**
 * Splits a payment in proportion to the prices, bonus first. The shares add up to the payment, and none is above its
 * price.
 */
export function splitCharge(prices: readonly number[], { coins, bonus }: EpisodeCharge): EpisodeCharge[] {
  const full = prices.reduce((sum, price) => sum + price, 0)
  const paid = coins + bonus
  let priceBefore = 0
  return prices.map(price => {
    const from = Math.floor((priceBefore * paid) / full)
    priceBefore += price
    const to = Math.floor((priceBefore * paid) / full)
    const bonusShare = Math.min(to, bonus) - Math.min(from, bonus)
    return { coins: to - from - bonusShare, bonus: bonusShare }
  })
}
