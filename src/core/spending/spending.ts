// What the viewer allows to be spent: automatic unlocking, and most coins in a day and a week.
import type { AutoUnlockSettings, SpendingLimits } from '../../../contract/spending.js'
import type { UserInfoStore } from '../account/user-info.js'
import type { Api } from '../request/api.js'

/** The limits that are to change; null for none. */
export type LimitChange = Partial<Pick<SpendingLimits, 'daily_coins' | 'weekly_coins'>>
export type LimitName = keyof LimitChange

/** Both, in the order in which they are offered. */
export const limitNames: readonly LimitName[] = ['daily_coins', 'weekly_coins']

/** Numbers of coins that are offered. */
export const capProposals: readonly number[] = [120, 300, 600, 1200]
export const limitProposals: readonly number[] = [100, 300, 600, 1200]

/** All of these show what is wished for at once, take it back when it was not saved, and resolve with whether it was. */
export interface Spending {
  /** For all dramas; a cap that is left out stays as it is. */
  setAutoUnlock(settings: AutoUnlockSettings, isOn: boolean, dailyCap?: number): Promise<boolean>
  /** For one drama, whatever holds for the others. */
  setDramaAutoUnlock(
    settings: AutoUnlockSettings,
    drama: { id: string; title: string },
    isOn: boolean
  ): Promise<boolean>
  /** One drama follows the setting for all of them again. */
  forgetDrama(settings: AutoUnlockSettings, dramaId: string): Promise<boolean>
  setLimits(limits: SpendingLimits, wish: LimitChange): Promise<boolean>
}

export function createSpending(api: Api, account: UserInfoStore): Spending {
  const quiet = { isQuiet: true }
  return {
    setAutoUnlock(settings, isOn, dailyCap = settings.daily_cap) {
      const dramas = settings.dramas.filter(({ enabled }) => isOn || !enabled)
      return account.change({ auto_unlock: { enabled: isOn, daily_cap: dailyCap, dramas } }, async () => ({
        auto_unlock: await api.post('/drama/auto_unlock', { enabled: isOn, daily_cap: dailyCap }, quiet)
      }))
    },
    setDramaAutoUnlock(settings, { id, title }, isOn) {
      const own = settings.dramas.find(({ drama_id }) => drama_id === id) ?? { drama_id: id, title, daily_cap: null }
      const dramas = [{ ...own, enabled: isOn }, ...settings.dramas.filter(({ drama_id }) => drama_id !== id)]
      return account.change({ auto_unlock: { ...settings, dramas } }, async () => ({
        auto_unlock: await api.post('/drama/auto_unlock', { enabled: isOn, drama_id: id }, quiet)
      }))
    },
    forgetDrama(settings, dramaId) {
      const dramas = settings.dramas.filter(({ drama_id }) => drama_id !== dramaId)
      return account.change({ auto_unlock: { ...settings, dramas } }, async () => ({
        auto_unlock: await api.post('/drama/auto_unlock', { enabled: null, drama_id: dramaId }, quiet)
      }))
    },
    setLimits(limits, wish) {
      return account.change({ limits: limitsAfter(limits, wish, account.now()) }, async () => ({
        limits: (await api.post('/user/limits', wish, quiet)).limits
      }))
    }
  }
}

/** Whether the next episode of a drama is unlocked by itself. */
export function isAutoUnlockOn({ enabled, dramas }: AutoUnlockSettings, dramaId: string): boolean {
  return dramas.find(({ drama_id }) => drama_id === dramaId)?.enabled ?? enabled
}

const RAISE_DELAY_MS = 86_400_000

/** What holds and what waits after a wish, as the server decides it; `now` is the server's time, epoch ms. */
export function limitsAfter(limits: SpendingLimits, wish: LimitChange, now: number): SpendingLimits {
  const after = { ...limits, pending: { ...limits.pending } }
  for (const name of limitNames) {
    const coins = wish[name]
    if (coins === undefined) continue
    if (!isHigher(coins, limits[name])) {
      after[name] = coins
      after.pending[name] = null
    } else if (limits.pending[name]?.coins !== coins) {
      after.pending[name] = { coins, effective_at: now + RAISE_DELAY_MS }
    }
  }
  return after
}

/** Whether more could be spent with `coins` than with `present`; null is no limit. */
export function isHigher(coins: number | null, present: number | null): boolean {
  return present !== null && (coins === null || coins > present)
}

/** What the viewer asked for last, whether or not it holds yet. */
export function requestedLimit({ pending, ...present }: SpendingLimits, name: LimitName): number | null {
  const waiting = pending[name]
  return waiting ? waiting.coins : present[name]
}
