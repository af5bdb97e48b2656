import { atom, type ReadableAtom } from 'nanostores'
import type { RewardChannel, RewardIndex, Submission } from '../../../contract/reward.js'
import type { TaskCode } from '../../../contract/task.js'
import type { App } from '../app.js'
import { readyValue } from '../loading/loadable.js'
import { isRetryable } from '../request/retry.js'
import { createShowRewardError } from './reward-errors.js'
import type { RewardPatch, Rewards } from './rewards.js'
import type { Submissions } from './submissions.js'

export type Claimable = `task:${TaskCode}` | `share:${string}`

export interface Claims {
  $busy: ReadableAtom<Claimable | undefined>
  $claimed: ReadableAtom<{ claimable: Claimable; bonus: number; count: number } | undefined>
  claim(claimable: Claimable): Promise<void>
}

interface ClaimResponse extends RewardPatch {
  reward_bonus: number
  balance: { coins: number; bonus: number }
}

export function createClaims(app: App, rewards: Rewards, submissions: () => Submissions | undefined): Claims {
  const { api, emit, environment } = app
  const showError = createShowRewardError(app, rewards.texts)
  const $busy = atom<Claimable | undefined>()
  const $claimed = atom<{ claimable: Claimable; bonus: number; count: number } | undefined>()

  async function postClaim(claimable: Claimable): Promise<ClaimResponse> {
    const [kind, id = ''] = claimable.split(/:(.*)/s)
    if (kind === 'task') return api.post('/task/claim', { code: id as TaskCode }, { isQuiet: true })
    return api.post('/reward/claim', { id }, { isQuiet: true })
  }

  function findClaimedBonus(claimable: Claimable): number | undefined {
    const index = readyValue(rewards.index.$loadable.get())
    if (!index) return undefined
    const { tasks, shares } = index
    const task = tasks.find(({ code, status }) => claimable === `task:${code}` && status === 'claimed')
    const share = findSubmission(claimable, shares)
    return task?.reward_bonus ?? (share?.status === 2 ? share.reward_bonus : undefined)
  }

  function findSubmission(claimable: Claimable, shares: RewardIndex['shares']): Submission | undefined {
    const paged = submissions()?.paged
    const older = (paged && readyValue(paged.list.$loadable.get())?.list) ?? []
    const latest = Object.values(shares).map(state => state.latest)
    return [...latest, ...older].find(submission => claimable === `share:${submission?.id}`) ?? undefined
  }

  function channelOf(claimable: Claimable): RewardChannel | 'task' {
    const index = readyValue(rewards.index.$loadable.get())
    return (index && findSubmission(claimable, index.shares)?.channel) ?? 'task'
  }

  function announceClaim(claimable: Claimable, bonus: number, channel: RewardChannel | 'task') {
    emit('drama-reward-claimed', { channel, bonus })
    $claimed.set({ claimable, bonus, count: ($claimed.get()?.count ?? 0) + 1 })
  }

  return {
    $busy,
    $claimed,
    async claim(claimable) {
      if ($busy.get()) return
      $busy.set(claimable)
      try {
        const { reward_bonus, balance, ...patch } = await postClaim(claimable)
        const pending = patch.task?.status === 'pending' ? patch.task.reward_bonus : 0
        rewards.patch({ ...patch, earned: reward_bonus, pending })
        environment.broadcast.post({ balance })
        if (pending === 0) announceClaim(claimable, reward_bonus, patch.submission?.channel ?? 'task')
        void submissions()?.refreshQuietly()
      } catch (error) {
        await Promise.all([rewards.refreshQuietly(), submissions()?.refreshQuietly()])
        const bonus = isRetryable(error) ? findClaimedBonus(claimable) : undefined
        // A claimed bonus means that the claim succeeded and only its response was lost.
        if (bonus === undefined) showError(error)
        else announceClaim(claimable, bonus, channelOf(claimable))
      } finally {
        $busy.set(undefined)
      }
    }
  }
}
