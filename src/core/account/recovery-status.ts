import type { UserInfo } from '../../../contract/user.js'

export function isUnrecoverable({ way_back }: Pick<UserInfo, 'way_back'>): boolean {
  return !way_back.email && !way_back.recovery_code && !way_back.partner
}

export function coinsAtRisk({ balance }: Pick<UserInfo, 'balance'>): number {
  return balance.coins + balance.bonus
}
