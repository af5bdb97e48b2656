import type { Kysely } from 'kysely'
import type { ErrorCode } from '../../../contract/protocol/errors.js'
import type { AlreadyUnlocked, SpendingLimitReached, UnlockedEpisode, UnlockRefusal } from '../../../contract/unlock.js'
import type { Database } from '../../db/schema/schema.js'
import { BusinessError } from '../../http/business-error.js'
import type { RequestContext } from '../../http/request-context.js'
import { runIdempotentPosting } from '../ledger/idempotent-posting.js'
import type { IdempotentRequest } from '../ledger/idempotent-write.js'
import { listUsableLots } from '../ledger/movements.js'
import { splitPayment } from '../ledger/payment-split.js'
import type { PostedTransaction } from '../ledger/post.js'
import {
  selectWallet,
  toWalletAndStoredResponse,
  type WalletAndStoredResponse,
  type WalletState
} from '../ledger/wallet.js'
import type { EpisodeAccess } from '../play/episode-access.js'
import { findReachedLimit } from '../spending/spending-limits.js'
import { type PlannedCharge, planCharge } from './charge.js'
import { countUnlock } from './count-unlock.js'
import { selectUnlockableEpisodes, toUnlockableEpisodes, type UnlockableEpisodes } from './queries.js'
import { computePriceOfRange, type RangePrice } from './range-price.js'
import { insertUnlockEvent, isTestUnlock, selectUnlockOrigin, type UnlockOrigin } from './unlock-event.js'

export type UnlockTarget = { expected: number } & (
  | { source: 'bulk'; dramaId: string; toNo: number }
  | { source: Exclude<UnlockedEpisode['source'], 'bulk' | 'host'>; episodeId: string }
)

export interface UnlockInput {
  dramaId: string
  target: EpisodeAccess
  range: RangePrice
  wallet: WalletState
}

interface UnlockAnswer {
  unlocked: UnlockedEpisode[]
  balance: PostedTransaction['balance']
  event_id: string
  is_test: boolean
}

/** Unlocks with one statement that reads and one that writes, unless the viewer has spending limits. */
export function unlockEpisodes<Answer extends object>(
  context: RequestContext,
  write: IdempotentRequest,
  target: UnlockTarget,
  toAnswer: (unlocked: UnlockAnswer) => Answer
): Promise<Answer> {
  const onDecided = countUnlock(context.metrics, 'unlocked')
  return runIdempotentPosting<UnlockRead, Answer>(
    context,
    { ...write, onDecided },
    {
      read: async (db, { userId, key }) => {
        const row = await selectWallet(db, userId, key)
          .select(selectUnlockableEpisodes(db, { userId, now: context.now }, target))
          .select(selectUnlockOrigin(context))
          .executeTakeFirstOrThrow()
        const { lpid, isTestVisit, hasOnlyTestOrders } = row
        const origin = { lpid, isTestVisit, hasOnlyTestOrders }
        return { ...toWalletAndStoredResponse(userId, row), unlockable: toUnlockableEpisodes(row), origin }
      },
      decide: async (db, read, key) => {
        const { planned, statement, unlocked } = await decideUnlock({ context, db, key, ...read }, target)
        const { origin } = read
        const eventId = `unlock_${context.random.bytes(16).toString('hex')}`
        const event = insertUnlockEvent({ eventId, origin, unlocked, now: context.now })
        const { balance } = planned.posted
        const answer = toAnswer({ unlocked, balance, event_id: eventId, is_test: isTestUnlock(origin) })
        return { answer, planned, extra: [statement, ...event] }
      }
    }
  )
}

interface UnlockRead extends WalletAndStoredResponse {
  unlockable: UnlockableEpisodes | null
  origin: UnlockOrigin
}

interface UnlockDecision extends UnlockRead {
  context: RequestContext
  db: Kysely<Database>
  key: string
}

/**
 * Checks in this order: 4204 not available, 4205 not locked, 4203 earlier episodes are locked, 4202 price changed, 4209
 * limit reached, 4201 debt or too few coins.
 */
async function decideUnlock(
  { context, db, key, wallet, unlockable, origin }: UnlockDecision,
  request: UnlockTarget
): Promise<PlannedCharge> {
  const { expected, source } = request
  const { userId } = wallet
  const { now } = context
  if (unlockable === null) throw new BusinessError(4204)
  const { dramaId, accessList, hasSpendingLimits, campaignDailyLimit } = unlockable
  const toNo = request.source === 'bulk' ? request.toNo : accessList.find(({ id }) => id === request.episodeId)?.no
  const range = computePriceOfRange(accessList, toNo)
  const target = range.range.at(-1)
  if (target === undefined) throw new BusinessError(4204)
  const input = { dramaId, target, range, wallet }
  if (source === 'bulk' ? range.locked.length === 0 : target.state !== 'locked') throw createAlreadyUnlockedError(input)
  if (source !== 'bulk' && range.locked.length > 1) throw createUnlockRefusalError(4203, input)
  if (range.coins !== expected) throw createUnlockRefusalError(4202, input)
  const spending = {
    userId,
    dramaId,
    price: range.coins,
    isAuto: source === 'auto',
    hasSpendingLimits,
    campaignDailyLimit,
    now
  }
  const limit = await findReachedLimit(db, { ...spending, zone: context.config.timezone })
  if (limit !== null) throw createUnlockRefusalError(4209, input, limit)
  if (wallet.debt > 0 || splitPayment(range.coins, wallet.coins, listUsableLots(wallet, now)) === null)
    throw createUnlockRefusalError(4201, input)
  const { isTestVisit } = origin
  return planCharge({ wallet, dramaId, episodes: range.locked, coins: range.coins, source, key, isTestVisit, now })
}

const toBalance = ({ coins, bonus }: WalletState) => ({ coins, bonus })

export function createAlreadyUnlockedError({ dramaId, target, wallet }: UnlockInput): BusinessError {
  const { id, no, state } = target
  const data: AlreadyUnlocked = {
    drama_id: dramaId,
    episode_id: id,
    episode_no: no,
    state,
    balance: toBalance(wallet)
  }
  return new BusinessError(4205, data)
}

export function createUnlockRefusalError(
  code: ErrorCode,
  { dramaId, target, range, wallet }: UnlockInput,
  limit?: SpendingLimitReached
): BusinessError {
  const firstNo = range.locked[0]?.no ?? target.no
  const data: UnlockRefusal = {
    drama_id: dramaId,
    episode_id: target.id,
    episode_no: target.no,
    price: target.price,
    first_locked_no: firstNo,
    ...toBalance(wallet),
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
