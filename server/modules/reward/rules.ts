import type { RewardChannel, rewardRules } from '../../../contract/reward.js'
import { CLOSES_HOUR, OPENS_HOUR, type RewardDay, type SubmissionWindow } from './reward-day.js'

export const MAX_PER_DAY = 3
export const REQUIRED_FRIENDS = 20
export const SHARE_BONUS = 60
export const APPEAL_DAYS = 7
const CLAIM_DAYS = 7
const SECONDS_BETWEEN = 3600
const SECONDS_TO_REVIEW = 3600
/** A person has asked to be heard by a person: that takes longer. */
const SECONDS_TO_APPEAL = 72 * 3600
const DAY_MS = 86_400_000

/** What the rules' text names. */
export const rulesIn = (timezone: string): ReturnType<typeof rewardRules.parse> => ({
  opens_hour: OPENS_HOUR,
  closes_hour: CLOSES_HOUR,
  timezone,
  max_per_day: MAX_PER_DAY,
  friends: REQUIRED_FRIENDS,
  seconds_between: SECONDS_BETWEEN,
  seconds_to_review: SECONDS_TO_REVIEW,
  claim_days: CLAIM_DAYS,
  reward_bonus: SHARE_BONUS
})

export const reviewDue = (submittedAt: Date) => new Date(submittedAt.getTime() + SECONDS_TO_REVIEW * 1000)
/** Moved on by as little as can be seen: told at once to last longer, and looked at in an hour all the same. */
export const heldDue = (submittedAt: Date) => new Date(reviewDue(submittedAt).getTime() + 1)
export const appealDue = (appealedAt: Date) => new Date(appealedAt.getTime() + SECONDS_TO_APPEAL * 1000)
export const claimEnd = (approvedAt: Date) => new Date(approvedAt.getTime() + CLAIM_DAYS * DAY_MS)
export const appealEnd = (rejectedAt: Date) => new Date(rejectedAt.getTime() + APPEAL_DAYS * DAY_MS)

/** What was handed in before by one user on one channel; `hasHad`: Telegram is under review, approved or claimed. */
export interface SubmissionHistory {
  usedToday: number
  lastAt: Date | null
  hasHad: boolean
}

/** Whether a channel takes a submission: `code` says why not, `nextAt` when it does again, null for never. */
export interface ChannelStatus {
  code: 4401 | 4402 | 4403 | 4407 | null
  nextAt: Date | null
}

/** The checks of product.md C9, in their order. */
export function channelStatus(
  channel: RewardChannel,
  past: SubmissionHistory,
  { window, tomorrow }: RewardDay,
  now: Date
): ChannelStatus {
  if (channel === 'telegram') return past.hasHad ? { code: 4407, nextAt: null } : { code: null, nextAt: now }
  if (now < window.opensAt) return { code: 4401, nextAt: window.opensAt }
  if (now >= window.closesAt) return { code: 4401, nextAt: tomorrow.opensAt }
  if (past.usedToday >= MAX_PER_DAY) return { code: 4403, nextAt: tomorrow.opensAt }
  const freeAt = past.lastAt === null ? null : new Date(past.lastAt.getTime() + SECONDS_BETWEEN * 1000)
  if (freeAt === null || freeAt <= now) return { code: null, nextAt: now }
  return { code: 4402, nextAt: freeAt < window.closesAt ? freeAt : tomorrow.opensAt }
}

/** The window that is shown: today's, or the next one where that is over. */
export const shownWindow = ({ window, tomorrow }: RewardDay, now: Date): SubmissionWindow =>
  now < window.closesAt ? window : tomorrow

const NAME = /^@?([A-Za-z][A-Za-z0-9_]{4,31})$/
/** No zeros in front: they would make many ids of one. */
const NUMBER = /^(?:-100)?[1-9]\d{4,12}$/

/**
 * A Telegram id as it is kept: `@name` or a number; `key` is the same for two ways of writing the same. Null for what
 * cannot be one.
 */
export function readTelegramId(sent: string): { id: string; key: string } | null {
  const text = sent.trim()
  if (NUMBER.test(text)) return { id: text, key: text }
  const name = NAME.exec(text)?.[1]
  return name === undefined ? null : { id: `@${name}`, key: name.toLowerCase() }
}
