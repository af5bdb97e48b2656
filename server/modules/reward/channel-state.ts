import type { Kysely } from 'kysely'
import { errorTexts } from '../../../contract/protocol/errors.js'
import type { ChannelState, RewardChannel } from '../../../contract/reward.js'
import type { Database } from '../../db/schema/schema.js'
import type { RewardTerms } from './reward-day.js'
import {
  computeChannelStatus,
  findShownWindow,
  MAX_PER_DAY,
  SHARE_BONUS,
  type SubmissionHistory
} from './submission-rules.js'
import {
  readNewestSubmissions,
  readSubmissionHistory,
  type SubmissionWithClicks,
  toSubmissionResponse
} from './submissions.js'

export async function readChannelState(
  db: Kysely<Database>,
  userId: string,
  channel: RewardChannel,
  terms: RewardTerms,
  now: Date
): Promise<ChannelState> {
  const past = await readSubmissionHistory(db, userId, channel, terms)
  const [latest] = await readNewestSubmissions(db, userId, { channel, after: null, limit: 1 })
  return toChannelState(channel, { terms, past, latest }, now)
}

export interface ChannelStateInput {
  terms: RewardTerms
  past: SubmissionHistory
  latest: SubmissionWithClicks | undefined
}

export function toChannelState(
  channel: RewardChannel,
  { terms, past, latest }: ChannelStateInput,
  now: Date
): ChannelState {
  const { day, isEnabled } = terms
  const { code, nextAt } = computeChannelStatus(channel, past, day, now)
  const isTelegram = channel === 'telegram'
  const { opensAt, closesAt } = findShownWindow(day, now)
  return {
    channel,
    is_enabled: isEnabled,
    can_submit: isEnabled && code === null,
    code,
    reason: code === null ? null : errorTexts[code],
    next_at: isEnabled ? (nextAt?.getTime() ?? null) : null,
    opens_at: isTelegram ? null : opensAt.getTime(),
    closes_at: isTelegram ? null : closesAt.getTime(),
    timezone: day.zone,
    used_today: past.usedToday,
    max_per_day: isTelegram ? 1 : MAX_PER_DAY,
    reward_bonus: SHARE_BONUS,
    latest: latest === undefined ? null : toSubmissionResponse(latest, now),
    server_time: now.getTime()
  }
}
