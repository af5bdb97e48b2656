// Asks once a day, after ten unlocks, whether to continue spending.

import type { Environment } from '../environment.js'
import { toJson } from '../lib/json.js'

export interface SpendingReminder {
  confirmIfNeeded(): Promise<boolean>
  recordUnlock(episodes: number, coins: number): void
}

interface Today {
  day: string
  episodes: number
  coins: number
  isAsked: boolean
}

export type ConfirmSpending = (today: Pick<Today, 'episodes' | 'coins'>) => Promise<boolean>

export const TODAY_KEY = 'drama_unlocked_today'
const EPISODES_BEFORE_REMINDER = 10

export function createSpendingReminder(
  { storage, clock }: Environment,
  confirmSpending: ConfirmSpending
): SpendingReminder {
  function read(): Today {
    const day = new Date(clock.now()).toDateString()
    const none = { day, episodes: 0, coins: 0, isAsked: false }
    try {
      const stored: Today = JSON.parse(storage.get(TODAY_KEY) ?? 'null') ?? none
      return stored.day === day ? stored : none
    } catch {
      return none
    }
  }
  const write = (change: Partial<Today>) => storage.set(TODAY_KEY, toJson({ ...read(), ...change }))
  return {
    async confirmIfNeeded() {
      const { episodes, coins, isAsked } = read()
      if (isAsked || episodes < EPISODES_BEFORE_REMINDER) return true
      write({ isAsked: true })
      return confirmSpending({ episodes, coins })
    },
    recordUnlock(episodes, coins) {
      const today = read()
      write({ episodes: today.episodes + episodes, coins: today.coins + coins })
    }
  }
}
