import type { AccountMergeResult } from '../../../contract/account.js'
import type { AccountMessageKey } from '../../../locales/account/en.js'

const DAY_MS = 86_400_000

export function mergeSummaryLines(merged: AccountMergeResult): { key: AccountMessageKey; count: number }[] {
  const { coins, bonus, coins_back, bonus_held, unlocks, favorites, dramas, vip_ms } = merged
  const lines: { key: AccountMessageKey; count: number }[] = [
    { key: 'broughtCoins', count: coins },
    { key: 'broughtBonus', count: bonus },
    { key: 'broughtUnlocks', count: unlocks },
    { key: 'broughtBack', count: coins_back },
    { key: 'broughtWaiting', count: bonus_held },
    { key: 'broughtFavorites', count: favorites },
    { key: 'broughtDramas', count: dramas },
    { key: 'broughtPass', count: Math.ceil(vip_ms / DAY_MS) }
  ]
  return lines.filter(({ count }) => count > 0)
}
