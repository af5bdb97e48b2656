// Taking what was earned: once, however often it is tapped, and with the balance told to every tab.
import { atom, type ReadableAtom } from 'nanostores'
import type { RewardChannel } from '../../../contract/reward.js'
import type { TaskCode } from '../../../contract/task.js'
import type { App } from '../app.js'
import { mayComeYet } from '../request/ask-again.js'
import { createTeller } from './refusals.js'
import type { Noted, Rewards } from './rewards.js'

/** `task:watch_5` or `share:<id of the submission>`. */
export type Claimable = `task:${TaskCode}` | `share:${string}`

export interface Claims {
  /** What is being claimed. */
  $busy: ReadableAtom<Claimable | undefined>
  /** What was claimed last on this page, and how often anything was: each is a reason to celebrate. */
  $claimed: ReadableAtom<{ what: Claimable; bonus: number; count: number } | undefined>
  claim(what: Claimable): Promise<void>
}

interface Paid extends Noted {
  reward_bonus: number
  balance: { coins: number; bonus: number }
}

export function createClaims(app: App, rewards: Rewards, onClaimed: () => void = () => {}): Claims {
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
    const share = Object.values(shares).find(({ latest }) => latest?.status === 2 && what === `share:${latest.id}`)
    return task?.reward_bonus ?? share?.latest?.reward_bonus
  }

  function channelOf(what: Claimable): RewardChannel | 'task' {
    const loadable = rewards.index.$loadable.get()
    const states = loadable.state === 'ready' ? Object.values(loadable.value.shares) : []
    return states.find(({ latest }) => what === `share:${latest?.id}`)?.channel ?? 'task'
  }

  function celebrate(what: Claimable, bonus: number, channel: RewardChannel | 'task') {
    emit('drama-reward-claimed', { channel, bonus })
    $claimed.set({ what, bonus, count: ($claimed.get()?.count ?? 0) + 1 })
    onClaimed()
  }

  return {
    $busy,
    $claimed,
    async claim(what) {
      if ($busy.get()) return
      $busy.set(what)
      try {
        const { reward_bonus, balance, ...noted } = await pay(what)
        rewards.note({ ...noted, earned: reward_bonus })
        environment.broadcast.post({ balance })
        celebrate(what, reward_bonus, noted.submission?.channel ?? 'task')
      } catch (error) {
        await rewards.catchUp()
        const bonus = mayComeYet(error) ? paidBonus(what) : undefined
        // The answer was lost, not the coins.
        if (bonus === undefined) tell(error)
        else celebrate(what, bonus, channelOf(what))
      } finally {
        $busy.set(undefined)
      }
    }
  }
}
