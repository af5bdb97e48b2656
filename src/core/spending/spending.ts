import type { AutoUnlockSettings, SpendingLimits } from '../../../contract/spending.js'
import type { UserInfoStore } from '../account/user-info.js'
import type { Api } from '../request/api.js'

export type LimitChange = Partial<Pick<SpendingLimits, 'daily_coins' | 'weekly_coins'>>
export type LimitName = keyof LimitChange

export const limitNames: readonly LimitName[] = ['daily_coins', 'weekly_coins']

export const capProposals: readonly number[] = [120, 300, 600, 1200]
export const limitProposals: readonly number[] = [100, 300, 600, 1200]

/** Each method shows the change at once, reverts it if saving fails, and resolves with whether it was saved. */
export interface Spending {
  setAutoUnlock(settings: AutoUnlockSettings, isOn: boolean, dailyCap?: number): Promise<boolean>
  setDramaAutoUnlock(
    settings: AutoUnlockSettings,
    drama: { id: string; title: string },
    isOn: boolean
  ): Promise<boolean>
  forgetDrama(settings: AutoUnlockSettings, dramaId: string): Promise<boolean>
  setLimits(limits: SpendingLimits, change: LimitChange): Promise<boolean>
}

export function createSpending(api: Api, account: UserInfoStore): Spending {
  const quietOptions = { isQuiet: true }
  return {
    setAutoUnlock(settings, isOn, dailyCap = settings.daily_cap) {
      const dramas = settings.dramas.filter(({ enabled }) => isOn || !enabled)
      return account.change({ auto_unlock: { enabled: isOn, daily_cap: dailyCap, dramas } }, async () => ({
        auto_unlock: await api.post('/drama/auto_unlock', { enabled: isOn, daily_cap: dailyCap }, quietOptions)
      }))
    },
    setDramaAutoUnlock(settings, { id, title }, isOn) {
      const dramaSettings = settings.dramas.find(({ drama_id }) => drama_id === id) ?? {
        drama_id: id,
        title,
        daily_cap: null
      }
      const dramas = [{ ...dramaSettings, enabled: isOn }, ...settings.dramas.filter(({ drama_id }) => drama_id !== id)]
      return account.change({ auto_unlock: { ...settings, dramas } }, async () => ({
        auto_unlock: await api.post('/drama/auto_unlock', { enabled: isOn, drama_id: id }, quietOptions)
      }))
    },
    forgetDrama(settings, dramaId) {
      const dramas = settings.dramas.filter(({ drama_id }) => drama_id !== dramaId)
      return account.change({ auto_unlock: { ...settings, dramas } }, async () => ({
        auto_unlock: await api.post('/drama/auto_unlock', { enabled: null, drama_id: dramaId }, quietOptions)
      }))
    },
    setLimits(limits, change) {
      return account.change({ limits: limitsAfter(limits, change, account.now()) }, async () => ({
        limits: (await api.post('/user/limits', change, quietOptions)).limits
      }))
    }
  }
}

export function isAutoUnlockOn({ enabled, dramas }: AutoUnlockSettings, dramaId: string): boolean {
  return dramas.find(({ drama_id }) => drama_id === dramaId)?.enabled ?? enabled
}

const RAISE_DELAY_MS = 86_400_000

/**
 * The rules of the server: a lower limit applies at once, a higher one after a day. `now` is the server's time in epoch
 * ms.
 */
export function limitsAfter(limits: SpendingLimits, change: LimitChange, now: number): SpendingLimits {
  const after = { ...limits, pending: { ...limits.pending } }
  for (const name of limitNames) {
    const coins = change[name]
    if (coins === undefined) continue
    if (!isHigherLimit(coins, limits[name])) {
      after[name] = coins
      after.pending[name] = null
    } else if (limits.pending[name]?.coins !== coins) {
      after.pending[name] = { coins, effective_at: now + RAISE_DELAY_MS }
    }
  }
  return after
}

export function isHigherLimit(coins: number | null, current: number | null): boolean {
  return current !== null && (coins === null || coins > current)
}

export function requestedLimit({ pending, ...current }: SpendingLimits, name: LimitName): number | null {
  const pendingLimit = pending[name]
  return pendingLimit ? pendingLimit.coins : current[name]
}
