import type { UserInfo } from '../../../contract/user.js'

/** Whether what the viewer has would be gone with this browser's storage. */
export function isUnrecoverable({ way_back }: Pick<UserInfo, 'way_back'>): boolean {
  return !way_back.email && !way_back.recovery_code && !way_back.partner
}

/** What there is to lose, in coins of either kind. */
export function coinsAtRisk({ balance }: Pick<UserInfo, 'balance'>): number {
  return balance.coins + balance.bonus
}
