import type { Transaction } from 'kysely'
import type { z } from 'zod'
import { type appealReward, claimReward } from '../../../contract/reward.js'
import type { SubmissionRow } from '../../db/schema/reward-tables.js'
import type { Database } from '../../db/schema/schema.js'
import { transaction } from '../../db/transaction.js'
import { BusinessError, createParameterError } from '../../http/business-error.js'
import type { RequestContext } from '../../http/request-context.js'
import { replaceLoneSurrogates } from '../../lib/text.js'
import { lockFreshWallet } from '../ledger/bonus-expiry.js'
import { grantBonus } from '../ledger/grants.js'
import { runOptionallyIdempotentWrite } from '../ledger/idempotent-write.js'
import { readBalance } from '../ledger/wallet.js'
import { requireViewer } from '../visitor/session.js'
import { type RewardDay, toRewardDay } from './reward-day.js'
import { appealDue, listChannelsSharingLimit, MAX_PER_DAY } from './submission-rules.js'
import { canAppeal, findSubmission, toSubmissionResponse } from './submissions.js'

const DAY_WITH_CLOCK_CHANGE_MS = 26 * 3_600_000

export async function postRewardClaim(context: RequestContext, request: z.output<typeof claimReward.request>) {
  const { config, now } = context
  const { id } = request
  return runOptionallyIdempotentWrite(context, { path: claimReward.path, request }, async ({ trx, userId }) => {
    const row = await lockSubmission(trx, userId, id)
    if (row.status === 2 || (row.channel === 'telegram' && (await hasClaimedTelegram(trx, userId)))) {
      throw new BusinessError(4407)
    }
    if (row.status !== 1 || row.claim_until === null || row.claim_until <= now) throw new BusinessError(4408)
    if (
      row.channel !== 'telegram' &&
      (await isMerged(trx, userId)) &&
      (await countClaimedOfDay(trx, row)) >= MAX_PER_DAY
    ) {
      throw new BusinessError(4403)
    }
    const bonus = row.reward_bonus
    const claimed = { status: 2, claimed_at: now, paid_to: userId } as const
    await trx.updateTable('reward_submissions').set(claimed).where('id', '=', id).execute()
    const kind = row.channel === 'telegram' ? 'tg_reward' : 'share_reward'
    const ref = { type: 'submission', id }
    await grantBonus(trx, { userId, kind, ref, key: `submission:${id}`, bonus, now, zone: config.timezone })
    const submission = await findSubmission(trx, userId, id)
    if (submission === undefined) throw createParameterError('id')
    const balance = await readBalance(trx, userId, now)
    return { reward_bonus: bonus, balance, submission: toSubmissionResponse(submission, now) }
  })
}

/** One user's shares were limited when they were submitted. */
async function isMerged(trx: Transaction<Database>, userId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('account_merges')
    .select('from_user_id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Shares of one day that merged users submitted may be more than one person's. Campaigns may have other time zones, so a
 * share counts if either one's day contains the other.
 */
async function countClaimedOfDay(trx: Transaction<Database>, submission: SubmissionRow): Promise<number> {
  const { user_id, channel, zone, lpid, created_at: createdAt } = submission
  const campaign = await trx.selectFrom('campaigns').select('share_scope').where('lpid', '=', lpid).executeTakeFirst()
  const claimed = await trx
    .selectFrom('reward_submissions')
    .select(['zone', 'created_at'])
    .where('user_id', '=', user_id)
    .where('channel', 'in', listChannelsSharingLimit(channel, campaign?.share_scope ?? 'all'))
    .where('status', '=', 2)
    .where('created_at', '>', new Date(createdAt.getTime() - DAY_WITH_CLOCK_CHANGE_MS))
    .where('created_at', '<', new Date(createdAt.getTime() + DAY_WITH_CLOCK_CHANGE_MS))
    .execute()
  const isOfDay = (day: RewardDay, time: Date) => day.startsAt <= time && time < day.endsAt
  const own = toRewardDay(zone, createdAt)
  return claimed.filter(
    other => isOfDay(own, other.created_at) || isOfDay(toRewardDay(other.zone, other.created_at), createdAt)
  ).length
}

async function hasClaimedTelegram(trx: Transaction<Database>, userId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('reward_submissions')
    .select('id')
    .where('user_id', '=', userId)
    .where('channel', '=', 'telegram')
    .where('status', '=', 2)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function postRewardAppeal(context: RequestContext, { id, text }: z.output<typeof appealReward.request>) {
  const { db, now } = context
  const { userId } = requireViewer(context.viewer)
  return transaction(db, async trx => {
    await lockFreshWallet(trx, userId, now)
    const row = await lockSubmission(trx, userId, id)
    if (!canAppeal(row, now)) throw createParameterError('id')
    if (row.telegram_key !== null && (await isTelegramIdUsed(trx, row.telegram_key))) throw new BusinessError(4407)
    await trx
      .updateTable('reward_submissions')
      .set({ status: 0, appealed_at: now, appeal: replaceLoneSurrogates(text), due_at: appealDue(now) })
      .set({ reason: null, note: null, reviewed_at: null, reviewer: null, objection: row.reason })
      .where('id', '=', id)
      .execute()
    const submission = await findSubmission(trx, userId, id)
    if (submission === undefined) throw createParameterError('id')
    return { submission: toSubmissionResponse(submission, now) }
  })
}

async function isTelegramIdUsed(trx: Transaction<Database>, key: string): Promise<boolean> {
  const row = await trx
    .selectFrom('reward_submissions')
    .select('id')
    .where('telegram_key', '=', key)
    .where('status', 'in', [0, 1, 2])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

async function lockSubmission(trx: Transaction<Database>, userId: string, id: string): Promise<SubmissionRow> {
  const row = await trx
    .selectFrom('reward_submissions')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) throw createParameterError('id')
  return row
}
