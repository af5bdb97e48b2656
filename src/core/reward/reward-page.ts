import type { ChannelState, RewardIndex } from '../../../contract/reward.js'
import type { App } from '../app.js'
import { type CheckIns, createCheckIns } from './check-ins.js'
import { type Claims, createClaims } from './claims.js'
import { createRewards, type Rewards } from './rewards.js'
import { createSubmissions, type Submissions } from './submissions.js'

export interface RewardPage extends Rewards, Claims {
  checkIns: CheckIns
  submissions(): Submissions
}

export function createRewardPage(app: App): RewardPage {
  let submissions: Submissions | undefined
  const rewards = createRewards(app)
  const checkIns = createCheckIns(app, rewards)
  return {
    ...rewards,
    index: {
      ...rewards.index,
      async refresh() {
        await Promise.all([rewards.index.refresh(), checkIns.index.refresh()])
      }
    },
    checkIns,
    reload() {
      rewards.reload()
      void checkIns.index.reload()
    },
    ...createClaims(app, rewards, () => submissions),
    submissions() {
      submissions ??= createSubmissions(app, rewards)
      return submissions
    },
    async refreshQuietly() {
      await Promise.all([rewards.refreshQuietly(), checkIns.refreshQuietly(), submissions?.refreshQuietly()])
    }
  }
}

export function remainingToday({ tasks }: RewardIndex): { count: number; bonus: number } {
  const unclaimed = tasks.filter(({ status }) => status === 'doing' || status === 'done')
  return { count: unclaimed.length, bonus: unclaimed.reduce((sum, { reward_bonus }) => sum + reward_bonus, 0) }
}

/** `at`: when the channel accepts a submission again. `over`: the channel has no further reward. */
export type ChannelOffer =
  | { type: 'claim'; id: string }
  | { type: 'review' }
  | { type: 'open' }
  | { type: 'wait' | 'closed' | 'limit'; at: number | null }
  | { type: 'over' }

export function channelOffer({ latest, can_submit, code, next_at }: ChannelState): ChannelOffer {
  if (latest?.status === 1 && !latest.is_expired) return { type: 'claim', id: latest.id }
  if (latest?.status === 0) return { type: 'review' }
  if (can_submit) return { type: 'open' }
  if (code === 4407 || next_at === null) return { type: 'over' }
  return { type: refusals[code ?? 4401], at: next_at }
}

const refusals = { 4401: 'closed', 4402: 'wait', 4403: 'limit' } as const
