import type { Transaction } from 'kysely'
import type { ErrorCode } from '../../../contract/protocol/errors.js'
import type { AlreadyUnlocked, ReachedLimit, Unlocked, UnlockRefusal } from '../../../contract/unlock.js'
import type { Database } from '../../db/schema/schema.js'
import { BusinessError } from '../../http/business-error.js'
import type { RequestContext } from '../../http/request-context.js'
import { splitPayment } from '../ledger/payment-split.js'
import type { LockedWallet } from '../ledger/wallet.js'
import type { EpisodeAccess } from '../play/episode-access-rules.js'
import { charge } from './charge.js'
import { unlockableEpisodes } from './queries.js'
import { priceOfRange, type RangePrice } from './range-price.js'
import { findReachedLimit } from './spending-check.js'

/** What a viewer wants to unlock: up to a number, all that is locked before it as well (`bulk`), or one episode alone. */
export type UnlockTarget = { expected: number } & (
  | { source: 'bulk'; dramaId: string; toNo: number }
  | { source: Exclude<Unlocked['source'], 'bulk' | 'host'>; episodeId: string }
)

/** The request and its transaction; `key` is what the payment is called. */
export interface UnlockContext {
  context: RequestContext
  trx: Transaction<Database>
  wallet: LockedWallet
  key: string
}

/** An episode as it stands for the viewer, with what it takes to get there. */
export interface UnlockInput {
  dramaId: string
  target: EpisodeAccess
  range: RangePrice
  wallet: LockedWallet
}

/**
 * Checks everything and only then charges. Refuses with 4204, 4205 and the present state, or with the price and 4203,
 * 4202, 4209, 4201: in this order.
 */
export async function unlockEpisodes({ context, trx, wallet, key }: UnlockContext, wish: UnlockTarget) {
  const { expected, source } = wish
  const { userId } = wallet
  const { now } = context
  const shelf = await unlockableEpisodes(trx, { userId, now }, wish)
  if (shelf === null) throw new BusinessError(4204)
  const { dramaId, standings, isLimited, campaignLimit } = shelf
  const toNo = wish.source === 'bulk' ? wish.toNo : standings.find(({ id }) => id === wish.episodeId)?.no
  const range = priceOfRange(standings, toNo)
  const target = range.range.at(-1)
  if (target === undefined) throw new BusinessError(4204)
  const matter = { dramaId, target, range, wallet }
  if (source === 'bulk' ? range.locked.length === 0 : target.state !== 'locked') throw alreadyUnlockedError(matter)
  if (source !== 'bulk' && range.locked.length > 1) throw insufficientCoinsError(4203, matter)
  if (range.coins !== expected) throw insufficientCoinsError(4202, matter)
  const spending = { userId, dramaId, price: range.coins, isAuto: source === 'auto', isLimited, campaignLimit, now }
  const limit = await findReachedLimit(trx, { ...spending, zone: context.config.timezone })
  if (limit !== null) throw insufficientCoinsError(4209, matter, limit)
  if (wallet.debt > 0 || splitPayment(range.coins, wallet.coins, wallet.lots) === null)
    throw insufficientCoinsError(4201, matter)
  const purchase = { wallet, dramaId, episodes: range.locked, coins: range.coins, source, key, now }
  return charge(trx, purchase)
}

const balanceOf = ({ coins, bonus }: LockedWallet) => ({ coins, bonus })

/** Nothing was charged: it can be watched. */
export function alreadyUnlockedError({ dramaId, target, wallet }: UnlockInput): BusinessError {
  const { id, no, state } = target
  const present: AlreadyUnlocked = {
    drama_id: dramaId,
    episode_id: id,
    episode_no: no,
    state,
    balance: balanceOf(wallet)
  }
  return new BusinessError(4205, present)
}

/** With what it costs now. */
export function insufficientCoinsError(
  code: ErrorCode,
  { dramaId, target, range, wallet }: UnlockInput,
  limit?: ReachedLimit
): BusinessError {
  const firstNo = range.locked[0]?.no ?? target.no
  const data: UnlockRefusal = {
    drama_id: dramaId,
    episode_id: target.id,
    episode_no: target.no,
    price: target.price,
    first_locked_no: firstNo,
    ...balanceOf(wallet),
    ...(wallet.debt > 0 ? { debt: wallet.debt } : {}),
    range: {
      from_no: firstNo,
      to_no: target.no,
      episodes: range.locked.length,
      coins_full: range.full,
      discount_percent: range.percent,
      coins_needed: range.coins
    },
    ...(limit === undefined ? {} : { limit })
  }
  return new BusinessError(code, data)
}
