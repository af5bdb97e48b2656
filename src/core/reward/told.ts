// Which approvals the host page has heard of: one is told once in a browser, whichever page saw it first.

import type { Submission } from '../../../contract/reward.js'
import type { App } from '../app.js'
import type { Environment } from '../environment.js'
import { toJson } from '../lib/json.js'

/** Where the ids of told approvals are kept. */
export const TOLD_KEY = 'drama_reward_told'
const MOST_KEPT = 50

export function createTold({ emit, environment: { storage } }: Pick<App, 'emit' | 'environment'>) {
  return {
    tellApproved({ id, status, channel, reward_bonus }: Submission) {
      if (status !== 1) return
      const told = readTold(storage)
      if (told.includes(id)) return
      storage.set(TOLD_KEY, toJson([...told, id].slice(-MOST_KEPT)))
      emit('drama-reward-approved', { channel, bonus: reward_bonus })
    }
  }
}

function readTold(storage: Environment['storage']): string[] {
  try {
    const told: unknown = JSON.parse(storage.get(TOLD_KEY) ?? '[]')
    return Array.isArray(told) ? told.filter(id => typeof id === 'string') : []
  } catch {
    return []
  }
}
