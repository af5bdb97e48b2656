import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { RewardIndex, rewardRecords, rewardStatus } from '../../../contract/reward.js'
import type { Database } from '../../db/schema/schema.js'
import type { RequestContext } from '../../http/request-context.js'
import { cutToPage, formatCursor, parseCursor } from '../../lib/cursor.js'
import { requireViewer } from '../visitor/session.js'
import { readChannelState } from './channel-state.js'
import { sumPendingBonus } from './earning/pending-earnings.js'
import { readInviteCode } from './invite-code.js'
import { type RewardDay, readRewardTerms } from './reward-day.js'
import { toRewardRules } from './submission-rules.js'
import { readNewestSubmissions, toSubmissionResponse } from './submissions.js'
import { readTasks } from './task/progress.js'

export async function getRewards(context: RequestContext): Promise<RewardIndex> {
  const { config, db, now } = context
  const { userId } = requireViewer(context.viewer)
  const terms = await readRewardTerms(db, userId, now, config.timezone)
  const [whatsapp, facebook, telegram] = [
    await readChannelState(db, userId, 'whatsapp', terms, now),
    await readChannelState(db, userId, 'facebook', terms, now),
    await readChannelState(db, userId, 'telegram', terms, now)
  ]
  return {
    tasks: await readTasks(db, userId, terms.day, now),
    shares: { whatsapp, facebook, telegram },
    rules: toRewardRules(terms.day.zone, terms.shareScope),
    earned_today: await sumEarned(db, userId, terms.day),
    pending_bonus: await sumPendingBonus(db, userId),
    share_code: await readInviteCode(context, userId),
    telegram_url: config.rewards.telegramUrl,
    server_time: now.getTime()
  }
}

export async function getRewardStatus(context: RequestContext, { channel }: z.output<typeof rewardStatus.request>) {
  const { config, db, now } = context
  const { userId } = requireViewer(context.viewer)
  return readChannelState(db, userId, channel, await readRewardTerms(db, userId, now, config.timezone), now)
}

const DEFAULT_PAGE_SIZE = 20

export async function getRewardRecords(
  { db, viewer, now }: RequestContext,
  request: z.output<typeof rewardRecords.request>
) {
  const { userId } = requireViewer(viewer)
  const size = request.page_size ?? DEFAULT_PAGE_SIZE
  const after = parseCursor('rewards', ['instant', 'text'], request.cursor)
  const rows = await readNewestSubmissions(db, userId, { channel: request.channel, after, limit: size + 1 })
  const result = cutToPage(rows, size, last => formatCursor('rewards', [last.created_at, last.id]))
  return { ...result, list: result.list.map(row => toSubmissionResponse(row, now)) }
}

async function sumEarned(db: Kysely<Database>, userId: string, { startsAt, endsAt }: RewardDay): Promise<number> {
  const tasks = await db
    .selectFrom('task_states')
    .select(({ fn }) => fn.sum<string | null>('reward_bonus').as('bonus'))
    .where('user_id', '=', userId)
    .where('claimed_at', '>=', startsAt)
    .where('claimed_at', '<', endsAt)
    .executeTakeFirst()
  const shares = await db
    .selectFrom('reward_submissions')
    .select(({ fn }) => fn.sum<string | null>('reward_bonus').as('bonus'))
    .where('user_id', '=', userId)
    .where('claimed_at', '>=', startsAt)
    .where('claimed_at', '<', endsAt)
    .executeTakeFirst()
  return Number(tasks?.bonus ?? 0) + Number(shares?.bonus ?? 0)
}
