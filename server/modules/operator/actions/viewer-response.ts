import { z } from 'zod'
import { listOf } from '../../../../contract/protocol/list.js'
import { rejectionReason, rewardChannel } from '../../../../contract/reward.js'
import { ledgerKind } from '../../../../contract/wallet.js'

const whole = z.number().int()

const limit = z.object({
  coins: whole.nullable(),
  next: z.object({ coins: whole.nullable(), at: z.date() }).nullable()
})

const session = z.object({
  user_id: z.string(),
  device_id: z.string(),
  created_at: z.date(),
  last_seen_at: z.date(),
  expires_at: z.date(),
  revoked_at: z.date().nullable(),
  partner_id: z.string().nullable()
})

/**
 * `can_return` is false for a visitor whose only way to the account is the browser that is signed in.
 * `adjustment_limit`: coins that operators may give or take in 24 hours without a second operator.
 */
export const viewerResponse = z.object({
  viewer: z.object({
    user_id: z.string(),
    kind: z.enum(['visitor', 'user']),
    nickname: z.string(),
    email: z.string().nullable(),
    has_recovery_code: z.boolean(),
    can_return: z.boolean(),
    locale: z.string(),
    created_at: z.date(),
    deleted_at: z.date().nullable(),
    last_seen_at: z.date().nullable(),
    first_lpid: z.string().nullable(),
    last_lpid: z.string().nullable(),
    first_visit: z
      .object({
        lpid: z.string().nullable(),
        utm_source: z.string(),
        country: z.string(),
        referrer_host: z.string().nullable(),
        created_at: z.date()
      })
      .nullable(),
    auto_unlock: z.boolean(),
    auto_unlock_daily_cap: whole
  }),
  wallet: z.object({
    coins: whole,
    bonus: whole,
    debt: whole,
    lots: z.array(
      z.object({ id: z.string(), source: ledgerKind, granted: whole, remaining: whole, expires_at: z.date() })
    )
  }),
  vip: z.object({ active: z.boolean(), until: z.date().nullable() }),
  passes: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(['weekly', 'monthly']),
      starts_at: z.date(),
      ends_at: z.date(),
      revoked_at: z.date().nullable(),
      order_no: z.string().nullable()
    })
  ),
  limits: z.object({ daily: limit, weekly: limit }),
  adjustment_limit: whole,
  partners: z.array(z.object({ id: z.string(), name: z.string() })),
  merged: z.array(z.object({ from_user_id: z.string(), user_id: z.string(), created_at: z.date() })),
  sessions: z.array(session)
})

export const ledgerListResponse = listOf(
  z.object({
    id: z.string(),
    kind: ledgerKind,
    ref_type: z.string(),
    ref_id: z.string(),
    coins: whole,
    bonus: whole,
    coins_after: whole,
    bonus_after: whole,
    entries: z.array(z.object({ account: z.string(), amount: whole })),
    created_at: z.date()
  })
)

export const unlockListResponse = listOf(
  z.object({
    user_id: z.string(),
    episode_id: z.string(),
    drama_id: z.string(),
    title: z.record(z.string(), z.string()).nullable(),
    episode_no: whole,
    price: whole,
    coins_paid: whole,
    bonus_paid: whole,
    source: z.enum(['coins', 'auto', 'bulk', 'gift', 'host', 'ad']),
    lpid: z.string().nullable(),
    created_at: z.date(),
    refunded_at: z.date().nullable()
  })
)

export const submissionListResponse = listOf(
  z.object({
    id: z.string(),
    user_id: z.string(),
    channel: rewardChannel,
    status: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
    reason: rejectionReason.nullable(),
    note: z.string().nullable(),
    image_id: z.string().nullable(),
    telegram_id: z.string().nullable(),
    reward_bonus: whole,
    lpid: z.string().nullable(),
    appeal: z.string().nullable(),
    created_at: z.date(),
    reviewed_at: z.date().nullable(),
    reviewer: z.string().nullable(),
    claim_until: z.date().nullable(),
    claimed_at: z.date().nullable()
  })
)
