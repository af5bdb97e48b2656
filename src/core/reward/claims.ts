// Taking what was earned: once, however often it is tapped, and with the balance told to every tab.
import { atom, type ReadableAtom } from 'nanostores'
import type { RewardChannel, RewardIndex, Submission } from '../../../contract/reward.js'
import type { TaskCode } from '../../../contract/task.js'
import type { App } from '../app.js'
import { isRetryable } from '../request/retry.js'
import { createTeller } from './reward-errors.js'
import type { RewardPatch, Rewards } from './rewards.js'
import type { Submissions } from './submissions.js'

/** `task:watch_5` or `share:<id of the submission>`. */
export type Claimable = `task:${TaskCode}` | `share:${string}`

export interface Claims {
  /** What is being claimed. */
  $busy: ReadableAtom<Claimable | undefined>
  /** What was claimed last on this page, and how often anything was: each is a reason to celebrate. */
  $claimed: ReadableAtom<{ what: Claimable; bonus: number; count: number } | undefined>
  claim(what: Claimable): Promise<void>
}

interface Paid extends RewardPatch {
  reward_bonus: number
  balance: { coins: number; bonus: number }
}

/** `submissions` are those that are shown, if any are. */
export function createClaims(app: App, rewards: Rewards, submissions: () => Submissions | undefined): Claims {
  const { api, emit, environment } = app
  const tell = createTeller(app, rewards.texts)
  const $busy = atom<Claimable | undefined>()
  const $claimed = atom<{ what: Claimable; bonus: number; count: number } | undefined>()

  async function pay(what: Claimable): Promise<Paid> {
    const [kind, id = ''] = what.split(/:(.*)/s)
    if (kind === 'task') return api.post('/task/claim', { code: id as TaskCode }, { isQuiet: true })
    return api.post('/reward/claim', { id }, { isQuiet: true })
  }

  /** The bonus of what is claimed by now; undefined where it is not. */
  function paidBonus(what: Claimable): number | undefined {
    const loadable = rewards.index.$loadable.get()
    if (loadable.state !== 'ready') return undefined
    const { tasks, shares } = loadable.value
    const task = tasks.find(({ code, status }) => what === `task:${code}` && status === 'claimed')
    const share = submissionOf(what, shares)
    return task?.reward_bonus ?? (share?.status === 2 ? share.reward_bonus : undefined)
  }

  /** Also one that others were handed in after. */
  function submissionOf(what: Claimable, shares: RewardIndex['shares']): Submission | undefined {
    const listed = submissions()?.paged.list.$loadable.get()
    const older = listed?.state === 'ready' ? listed.value.list : []
    const latest = Object.values(shares).map(state => state.latest)
    return [...latest, ...older].find(submission => what === `share:${submission?.id}`) ?? undefined
  }

  function channelOf(what: Claimable): RewardChannel | 'task' {
    const loadable = rewards.index.$loadable.get()
    const share = loadable.state === 'ready' ? submissionOf(what, loadable.value.shares) : undefined
    return share?.channel ?? 'task'
  }

  function announceClaim(what: Claimable, bonus: number, channel: RewardChannel | 'task') {
    emit('drama-reward-claimed', { channel, bonus })
    $claimed.set({ what, bonus, count: ($claimed.get()?.count ?? 0) + 1 })
  }

  return {
    $busy,
    $claimed,
    async claim(what) {
      if ($busy.get()) return
      $busy.set(what)
      try {
        const { reward_bonus, balance, ...noted } = await pay(what)
        rewards.patch({ ...noted, earned: reward_bonus })
        environment.broadcast.post({ balance })
        announceClaim(what, reward_bonus, noted.submission?.channel ?? 'task')
        void submissions()?.catchUp()
      } catch (error) {
        await Promise.all([rewards.catchUp(), submissions()?.catchUp()])
        const bonus = isRetryable(error) ? paidBonus(what) : undefined
        // The answer was lost, not the coins.
        if (bonus === undefined) tell(error)
        else announceClaim(what, bonus, channelOf(what))
      } finally {
        $busy.set(undefined)
      }
    }
  }
}
