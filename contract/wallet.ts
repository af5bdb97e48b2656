import { z } from 'zod'
import { vipStatus } from './balance.js'
import { defineEndpoint } from './protocol/endpoint.js'
import { languageSchema } from './protocol/language.js'
import { listOf, listRequest } from './protocol/list.js'

const coins = z.number().int()
const time = z.number().int()

/** Why money moved. */
export const ledgerKind = z.enum([
  ...(['topup', 'topup_bonus', 'gift', 'unlock', 'unlock_refund', 'task', 'share_reward', 'tg_reward'] as const),
  ...(['expire', 'order_refund', 'merge', 'adjust'] as const)
])
export type LedgerKind = z.infer<typeof ledgerKind>

/** Bonus that was given at once and ends at once; coins do not end. */
export const bonusLot = z.object({
  id: z.string(),
  source: ledgerKind,
  granted: coins,
  remaining: coins,
  expires_at: time
})

/**
 * What the viewer has. `lots` are those with bonus left, what ends first at the start, 100 at most; `expiring_soon` is
 * what ends within three days and when the first of it does, null for nothing; `debt` is what the next coins settle
 * first: until then nothing is unlocked.
 */
export const walletIndex = defineEndpoint({
  method: 'GET',
  path: '/wallet/index',
  access: 'any',
  request: z.object({ lang: languageSchema }),
  response: z.object({
    coins,
    bonus: coins,
    debt: coins,
    lots: z.array(bonusLot),
    vip: vipStatus,
    expiring_soon: z.object({ bonus: coins, expires_at: time }).nullable(),
    server_time: time
  })
})
export type Wallet = z.infer<typeof walletIndex.response>

/**
 * One movement: `coins` and `bonus` are what it changed, below zero where it took. `title` is in the language of the
 * request: of an unlock its drama and episodes. `amount` in minor units of `currency` where money was paid. `drama_id`
 * and `episode_no`, the first of several, where it was of episodes.
 */
export const walletRecord = z.object({
  id: z.string(),
  kind: ledgerKind,
  title: z.string(),
  coins,
  bonus: coins,
  amount: z.number().int().nullable(),
  currency: z.string().nullable(),
  status: z.enum(['paid', 'refunded', 'spent', 'granted', 'expired']),
  order_no: z.string().nullable(),
  drama_id: z.string().nullable(),
  episode_no: z.number().int().nullable(),
  created_at: time
})
export type WalletRecord = z.infer<typeof walletRecord>

/**
 * `topup`: orders with their coins and the bonus that came along, of passes too (with 0 coins), their refunds, and debt
 * that was settled; `unlock`: unlocks and those given back; `bonus`: every change of bonus, those too. Newest first.
 */
export const walletRecords = defineEndpoint({
  method: 'GET',
  path: '/wallet/records',
  access: 'any',
  request: z.object({ lang: languageSchema, type: z.enum(['topup', 'unlock', 'bonus']) }).extend(listRequest.shape),
  response: listOf(walletRecord)
})

/** `day` by UTC; `lpid` null where the viewer came with no campaign. */
export const rootProof = z.object({
  day: z.string(),
  lpid: z.string().nullable(),
  id: z.string(),
  hash: z.string(),
  path: z.array(z.string().regex(/^[LR][0-9a-f]{64}$/)),
  root: z.string()
})
export type RootProof = z.infer<typeof rootProof>

/**
 * Adds the viewer's whole ledger up again. `head_hash` is the hash of its newest transaction (64 zeros before the
 * first), `entries` how many were read; `broken_at` the id of the first transaction that is not as it was written, or
 * not the one in a root, or `balance` where the balance is not what they say. `proof` is the newest root that has the
 * viewer's chain in it, up to transaction `id`: README says how its `path` leads there.
 */
export const walletVerify = defineEndpoint({
  method: 'GET',
  path: '/wallet/verify',
  access: 'any',
  request: z.object({ lang: languageSchema }),
  response: z.object({
    ok: z.boolean(),
    head_hash: z.string(),
    entries: z.number().int(),
    broken_at: z.string().nullable(),
    proof: rootProof.nullable()
  })
})

/** A transaction with its entries, which sum to zero, and its place in the chain: README says how a hash is made. */
export const statementTxn = z.object({
  id: z.string(),
  kind: ledgerKind,
  ref_type: z.string(),
  ref_id: z.string(),
  key: z.string(),
  coins,
  bonus: coins,
  coins_after: coins,
  bonus_after: coins,
  entries: z.array(z.object({ account: z.string(), amount: coins })),
  prev_hash: z.string(),
  hash: z.string(),
  created_at: time
})
export type StatementTxn = z.infer<typeof statementTxn>

/** The end of the year 9999. */
const LAST_TIME = 253_402_300_799_999
const moment = z.coerce.number().int().min(0).max(LAST_TIME)

/**
 * The ledger from `from` up to `to`, which is not part of it, epoch milliseconds; oldest first. With `format` csv,
 * `csv` has a line for every entry and `list` is empty; the first page begins with the names of the columns.
 */
export const walletStatement = defineEndpoint({
  method: 'GET',
  path: '/wallet/statement',
  access: 'any',
  request: z
    .object({
      lang: languageSchema,
      from: moment.optional(),
      to: moment.optional(),
      format: z.enum(['json', 'csv']).default('json')
    })
    .extend({ ...listRequest.shape, page_size: z.coerce.number().int().min(1).max(200).catch(200).optional() }),
  response: listOf(statementTxn).extend({ csv: z.string().nullable() })
})
