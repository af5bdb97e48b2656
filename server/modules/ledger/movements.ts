import { coinsAccount, debtAccount, type LedgerEntry, lotAccount, type SystemAccount } from './hash-chain.js'
import { type PaymentSplit, splitPayment } from './payment-split.js'
import type { LockedWallet } from './wallet.js'

/** A change of one wallet. All amounts are in coins, and none is negative. */
export type Movement =
  | { type: 'spend'; price: number }
  | { type: 'earn'; coins: number; bonus: number; endsAt: Date }
  | { type: 'expire'; lotId: number }
  | { type: 'refund'; payment: PaymentSplit; endsAt: Date }
  | { type: 'moveOut' }
  | { type: 'moveIn'; coins: number; bonus: number; debt: number; endsAt: Date }
  | { type: 'refundInCoins'; coins: number }
  /** Revokes what an order gave: bonus from the order's lots, then coins, then other bonus. The rest becomes debt. */
  | { type: 'revoke'; coins: number; bonus: number; lotIds: readonly number[] }
  /** Restores what `revoke` took: `asBonus` of it as a new lot, the rest as coins, which repay debt first. */
  | { type: 'restore'; coins: number; bonus: number; asBonus: number; endsAt: Date }
  | { type: 'settleDebt'; amount: number }

export interface MovementEffect {
  coins: number
  debtChange: number
  lots: { id: number; amount: number }[]
  newLotAmount: number
  systemEntries: { account: SystemAccount; amount: number }[]
}

/** Callers check the balance first, so that the viewer gets a price instead of this error. */
export class InsufficientBalance extends Error {
  override name = 'InsufficientBalance'
}

export function computeMovementEffect(change: Movement, wallet: LockedWallet, now: Date): MovementEffect {
  switch (change.type) {
    case 'spend':
      return spend(change.price, wallet, now)
    case 'earn':
      return {
        coins: change.coins,
        debtChange: 0,
        lots: [],
        newLotAmount: change.bonus,
        systemEntries: [
          { account: 'sys:sales', amount: -change.coins },
          { account: 'sys:rewards', amount: -change.bonus }
        ]
      }
    case 'expire': {
      const remaining = wallet.lots.find(lot => lot.id === change.lotId)?.remaining ?? 0
      const lots = [{ id: change.lotId, amount: -remaining }]
      return {
        coins: 0,
        debtChange: 0,
        lots,
        newLotAmount: 0,
        systemEntries: [{ account: 'sys:expired', amount: remaining }]
      }
    }
    case 'refund': {
      const { coins, lots } = change.payment
      const total = coins + lots.reduce((sum, lot) => sum + lot.amount, 0)
      return { coins, debtChange: 0, lots, newLotAmount: 0, systemEntries: [{ account: 'sys:spent', amount: -total }] }
    }
    case 'moveOut':
      return moveOut(wallet)
    case 'moveIn': {
      const systemEntries = [{ account: 'sys:moved', amount: change.debt - change.coins - change.bonus } as const]
      return {
        coins: change.coins,
        debtChange: change.debt,
        lots: [],
        newLotAmount: change.bonus,
        systemEntries
      }
    }
    case 'refundInCoins': {
      const systemEntries = [{ account: 'sys:spent', amount: -change.coins } as const]
      return { coins: change.coins, debtChange: 0, lots: [], newLotAmount: 0, systemEntries }
    }
    case 'revoke':
      return revokeCoins(change, wallet, now)
    case 'restore':
      return restoreCoins(change, wallet)
    case 'settleDebt':
      return { coins: -change.amount, debtChange: -change.amount, lots: [], newLotAmount: 0, systemEntries: [] }
  }
}

function moveOut({ coins, bonus, debt, lots }: LockedWallet): MovementEffect {
  const taken = lots.map(({ id, remaining }) => ({ id, amount: -remaining }))
  const systemEntries = [{ account: 'sys:moved', amount: coins + bonus - debt } as const]
  return { coins: -coins, debtChange: -debt, lots: taken, newLotAmount: 0, systemEntries }
}

function spend(price: number, { coins, lots }: LockedWallet, now: Date): MovementEffect {
  const usable = lots.filter(lot => lot.expiresAt > now)
  const payment = splitPayment(price, coins, usable)
  if (payment === null) throw new InsufficientBalance(`${price} of ${coins} coins`)
  const taken = payment.lots.map(({ id, amount }) => ({ id, amount: -amount }))
  return {
    coins: -payment.coins,
    debtChange: 0,
    lots: taken,
    newLotAmount: 0,
    systemEntries: [{ account: 'sys:spent', amount: price }]
  }
}

function revokeCoins(
  { coins, bonus, lotIds }: Extract<Movement, { type: 'revoke' }>,
  wallet: LockedWallet,
  now: Date
): MovementEffect {
  const ownLots = wallet.lots.filter(lot => lotIds.includes(lot.id))
  const ownBonus = ownLots.reduce((sum, { remaining }) => sum + remaining, 0)
  const ownParts = splitPayment(Math.min(bonus, ownBonus), 0, ownLots)?.lots ?? []
  const fromOwn = ownParts.reduce((sum, { amount }) => sum + amount, 0)
  const missing = coins + bonus - fromOwn
  const fromCoins = Math.min(missing, wallet.coins)
  const otherLots = wallet.lots.filter(lot => lot.expiresAt > now && !lotIds.includes(lot.id))
  const otherBonus = otherLots.reduce((sum, { remaining }) => sum + remaining, 0)
  const otherParts = splitPayment(Math.min(missing - fromCoins, otherBonus), 0, otherLots)?.lots ?? []
  const lots = [...ownParts, ...otherParts].filter(({ amount }) => amount > 0)
  const taken = fromCoins + lots.reduce((sum, { amount }) => sum + amount, 0)
  return {
    coins: -fromCoins,
    debtChange: coins + bonus - taken,
    newLotAmount: 0,
    lots: lots.map(({ id, amount }) => ({ id, amount: -amount })),
    systemEntries: [
      { account: 'sys:sales', amount: coins },
      { account: 'sys:rewards', amount: bonus }
    ]
  }
}

function restoreCoins(
  { coins, bonus, asBonus }: Extract<Movement, { type: 'restore' }>,
  { debt }: LockedWallet
): MovementEffect {
  const asCoins = coins + bonus - asBonus
  const settled = Math.min(debt, asCoins)
  return {
    coins: asCoins - settled,
    debtChange: -settled,
    lots: [],
    newLotAmount: asBonus,
    systemEntries: [
      { account: 'sys:sales', amount: -coins },
      { account: 'sys:rewards', amount: -bonus }
    ]
  }
}

export function toLedgerEntries(
  { coins, debtChange, lots, newLotAmount, systemEntries }: MovementEffect,
  userId: string,
  seq: number
): LedgerEntry[] {
  const entries = [
    { account: coinsAccount(userId), amount: coins },
    ...lots.map(({ id, amount }) => ({ account: lotAccount(userId, id), amount })),
    { account: lotAccount(userId, seq), amount: newLotAmount },
    { account: debtAccount(userId), amount: -debtChange },
    ...systemEntries
  ]
  return entries.filter(({ amount }) => amount !== 0)
}
