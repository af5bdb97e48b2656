import type { RewardChannel, rewardRules, ShareScope } from '../../../contract/reward.js'
import { CLOSES_HOUR, OPENS_HOUR, type RewardDay, type SubmissionWindow } from './reward-day.js'

export const MAX_PER_DAY = 3
const REQUIRED_FRIENDS = 20
export const SHARE_BONUS = 60
/** Friends in networks of their own who open the invite link, for each share that no operator has approved. */
export const CLICKS_TO_APPROVE = 3
const APPEAL_DAYS = 7
const CLAIM_DAYS = 7
const MIN_SUBMIT_INTERVAL_S = 3600
export const REVIEW_DELAY_S = 3600
const APPEAL_REVIEW_DELAY_S = 72 * 3600
const DAY_MS = 86_400_000

export const toRewardRules = (timezone: string, shareScope: ShareScope): ReturnType<typeof rewardRules.parse> => ({
  opens_hour: OPENS_HOUR,
  closes_hour: CLOSES_HOUR,
  timezone,
  max_per_day: MAX_PER_DAY,
  share_scope: shareScope,
  friends: REQUIRED_FRIENDS,
  seconds_between: MIN_SUBMIT_INTERVAL_S,
  seconds_to_review: REVIEW_DELAY_S,
  claim_days: CLAIM_DAYS,
  reward_bonus: SHARE_BONUS,
  clicks_to_approve: CLICKS_TO_APPROVE
})

export const reviewDue = (submittedAt: Date) => new Date(submittedAt.getTime() + REVIEW_DELAY_S * 1000)
/** Adds 1 ms, which marks the submission as held without delaying its review. */
export const heldDue = (submittedAt: Date) => new Date(reviewDue(submittedAt).getTime() + 1)
export const appealDue = (appealedAt: Date) => new Date(appealedAt.getTime() + APPEAL_REVIEW_DELAY_S * 1000)
export const claimEnd = (approvedAt: Date) => new Date(approvedAt.getTime() + CLAIM_DAYS * DAY_MS)
export const appealEnd = (rejectedAt: Date) => new Date(rejectedAt.getTime() + APPEAL_DAYS * DAY_MS)

/** With `channel` itself. */
export const listChannelsSharingLimit = (channel: RewardChannel, scope: ShareScope): readonly RewardChannel[] =>
  channel === 'telegram' || scope === 'channel' ? [channel] : ['whatsapp', 'facebook']

export interface SubmissionHistory {
  usedToday: number
  lastAt: Date | null
  hasActiveTelegram: boolean
}

/** `code` is the reason why the channel is closed, `nextAt` when it opens; null for never. */
export interface ChannelStatus {
  code: 4401 | 4402 | 4403 | 4407 | null
  nextAt: Date | null
}

export function computeChannelStatus(
  channel: RewardChannel,
  history: SubmissionHistory,
  { window, tomorrow }: RewardDay,
  now: Date
): ChannelStatus {
  if (channel === 'telegram')
    return history.hasActiveTelegram ? { code: 4407, nextAt: null } : { code: null, nextAt: now }
  if (now < window.opensAt) return { code: 4401, nextAt: window.opensAt }
  if (now >= window.closesAt) return { code: 4401, nextAt: tomorrow.opensAt }
  if (history.usedToday >= MAX_PER_DAY) return { code: 4403, nextAt: tomorrow.opensAt }
  const opensAgainAt = computeNextSubmission(history.lastAt, now)
  if (opensAgainAt <= now) return { code: null, nextAt: now }
  return { code: 4402, nextAt: opensAgainAt < window.closesAt ? opensAgainAt : tomorrow.opensAt }
}

const MIN_SUBMIT_INTERVAL_MS = MIN_SUBMIT_INTERVAL_S * 1000

/** A submission from later than now was written before the clock was set back, and delays for no longer than others. */
function computeNextSubmission(lastAt: Date | null, now: Date): Date {
  if (lastAt === null || lastAt.getTime() - now.getTime() > MIN_SUBMIT_INTERVAL_MS) return now
  return new Date(Math.min(lastAt.getTime(), now.getTime()) + MIN_SUBMIT_INTERVAL_MS)
}

export const findShownWindow = ({ window, tomorrow }: RewardDay, now: Date): SubmissionWindow =>
  now < window.closesAt ? window : tomorrow

const TELEGRAM_NAME = /^@?([A-Za-z][A-Za-z0-9_]{4,31})$/
/** Without leading zeros, because they would give one id many spellings. */
const TELEGRAM_NUMBER = /^(?:-100)?[1-9]\d{4,12}$/

/** `id` is the stored form; `key` is equal for two spellings of one id. Null if invalid. */
export function parseTelegramId(sent: string): { id: string; key: string } | null {
  const text = sent.trim()
  if (TELEGRAM_NUMBER.test(text)) return { id: text, key: text }
  const name = TELEGRAM_NAME.exec(text)?.[1]
  return name === undefined ? null : { id: `@${name}`, key: name.toLowerCase() }
}
