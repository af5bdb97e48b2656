import { z } from 'zod'
import { vipStatus } from './balance.js'
import { defineEndpoint } from './protocol/endpoint.js'
import { languageSchema } from './protocol/language.js'
import { listOf, listRequest } from './protocol/list.js'
import { END_OF_YEAR_9999_MS } from './protocol/time.js'

const coins = z.number().int()
const time = z.number().int()

export const ledgerKind = z.enum([
  ...(['topup', 'topup_bonus', 'gift', 'unlock', 'unlock_refund', 'task', 'share_reward', 'tg_reward'] as const),
  ...(['expire', 'order_refund', 'merge', 'adjust'] as const)
])
export type LedgerKind = z.infer<typeof ledgerKind>

export const bonusLot = z.object({
  id: z.string(),
  source: ledgerKind,
  granted: coins,
  remaining: coins,
  expires_at: time
})

export const walletIndex = defineEndpoint({
  method: 'GET',
  path: '/wallet/index',
  access: 'any',
  description: 'Returns coins, bonus lots, debt and pass.',
  notes: [
    '`lots` have bonus left, soonest expiry first, at most 100. `expiring_soon` is the bonus that expires within three days, with the time of the first expiry, or null.',
    'The next coins settle `debt`; until then nothing can be unlocked.'
  ],
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
  pass_days: z.number().int().optional(),
  drama_id: z.string().nullable(),
  episode_no: z.number().int().nullable(),
  created_at: time
})
export type WalletRecord = z.infer<typeof walletRecord>

export const walletRecords = defineEndpoint({
  method: 'GET',
  path: '/wallet/records',
  access: 'any',
  description: 'Lists top-ups, unlocks or changes of bonus, newest first.',
  notes: [
    '`coins` and `bonus` are negative if they were taken. `topup`: orders (passes with 0 coins and `pass_days`), their refunds, settled debt, and coins that the operator gave or took. `unlock`: unlocks and refunded ones. `bonus`: every change of bonus.'
  ],
  request: z.object({ lang: languageSchema, type: z.enum(['topup', 'unlock', 'bonus']) }).extend(listRequest.shape),
  response: listOf(walletRecord)
})

export const rootProof = z.object({
  day: z.string(),
  lpid: z.string().nullable(),
  id: z.string(),
  hash: z.string(),
  path: z.array(z.string().regex(/^[LR][0-9a-f]{64}$/)),
  root: z.string()
})
export type RootProof = z.infer<typeof rootProof>

export const walletVerify = defineEndpoint({
  method: 'GET',
  path: '/wallet/verify',
  access: 'any',
  description: 'Recomputes the viewer’s ledger and returns a proof for its newest root.',
  notes: [
    '`head_hash` is the hash of the newest transaction, 64 zeros if there is none.',
    '`broken_at` is the id of the first transaction that was changed or does not match a root, or `balance` if the entries do not add up to it.',
    '`proof` is the newest root that contains the viewer’s chain up to transaction `id`; [Ledger](#ledger) explains its `path`.'
  ],
  limit: '30 a minute, `/wallet/verify` and `/wallet/statement` together',
  request: z.object({ lang: languageSchema }),
  response: z.object({
    ok: z.boolean(),
    head_hash: z.string(),
    entries: z.number().int(),
    broken_at: z.string().nullable(),
    proof: rootProof.nullable()
  })
})

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

const epochMs = z.coerce.number().int().min(0).max(END_OF_YEAR_9999_MS)

export const walletStatement = defineEndpoint({
  method: 'GET',
  path: '/wallet/statement',
  access: 'any',
  description: 'Returns the ledger’s transactions with their entries, oldest first.',
  notes: [
    'Transactions from `from` until before `to`; the entries of each sum to zero. With `format` csv, `list` is empty and `csv` has a line per entry; the first page begins with the column names.'
  ],
  limit: '30 a minute, `/wallet/verify` and `/wallet/statement` together',
  request: z
    .object({
      lang: languageSchema,
      from: epochMs.optional(),
      to: epochMs.optional(),
      format: z.enum(['json', 'csv']).default('json')
    })
    .extend({ ...listRequest.shape, page_size: z.coerce.number().int().min(1).max(200).catch(200).optional() }),
  response: listOf(statementTxn).extend({ csv: z.string().nullable() })
})
