import type { ChannelState, RewardIndex } from '../../../contract/reward.js'
import type { App } from '../app.js'
import { type Claims, createClaims } from './claims.js'
import { createRewards, type Rewards } from './rewards.js'
import { createSubmissions, type Submissions } from './submissions.js'

export interface RewardPage extends Rewards, Claims {
  /** Of all channels; asked for when it is first looked at. */
  submissions(): Submissions
}

export function createRewardPage(app: App): RewardPage {
  let submissions: Submissions | undefined
  const rewards = createRewards(app)
  return {
    ...rewards,
    ...createClaims(app, rewards, () => submissions),
    submissions() {
      submissions ??= createSubmissions(app, rewards)
      return submissions
    },
    async catchUp() {
      await Promise.all([rewards.catchUp(), submissions?.catchUp()])
    }
  }
}

/** What the day's tasks still have: those that are not claimed. */
export function remainingToday({ tasks }: RewardIndex): { count: number; bonus: number } {
  const rest = tasks.filter(({ status }) => status !== 'claimed')
  return { count: rest.length, bonus: rest.reduce((sum, { reward_bonus }) => sum + reward_bonus, 0) }
}

/**
 * What a channel's row offers: `claim` an approval, `review` runs, it is `open`, one has to `wait` until `at`, the day is
 * `closed` or the `limit` reached until then, or there is nothing more to be had, `over`.
 */
export type ChannelOffer =
  | { is: 'claim'; id: string }
  | { is: 'review' }
  | { is: 'open' }
  | { is: 'wait' | 'closed' | 'limit'; at: number | null }
  | { is: 'over' }

export function channelOffer({ latest, can_submit, code, next_at }: ChannelState): ChannelOffer {
  if (latest?.status === 1 && !latest.is_expired) return { is: 'claim', id: latest.id }
  if (latest?.status === 0) return { is: 'review' }
  if (can_submit) return { is: 'open' }
  if (code === 4407 || next_at === null) return { is: 'over' }
  return { is: refusals[code ?? 4401], at: next_at }
}

const refusals = { 4401: 'closed', 4402: 'wait', 4403: 'limit' } as const
