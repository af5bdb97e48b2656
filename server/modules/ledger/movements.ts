import { coinsAccount, debtAccount, type LedgerEntry, lotAccount, type SystemAccount } from './hash-chain.js'
import { type PaymentSplit, splitPayment } from './payment-split.js'
import type { LockedWallet } from './wallet.js'

/** How money moves; all amounts in coins and above zero, but for those that say otherwise. */
export type Movement =
  /** Takes a price, bonus first. */
  | { type: 'spend'; price: number }
  /** Gives coins, bonus that ends at a time, or both; either may be 0. */
  | { type: 'earn'; coins: number; bonus: number; endsAt: Date }
  /** Takes what is left of a lot. */
  | { type: 'expire'; lotId: number }
  /** Gives a payment back to where it came from; lots that have ended meanwhile last until `endsAt`. */
  | { type: 'giveBack'; payment: PaymentSplit; endsAt: Date }
  /** Takes everything, what is owed too, to be given to another user. */
  | { type: 'moveOut' }
  /** Gives what another user has given up; bonus keeps its end. */
  | { type: 'moveIn'; coins: number; bonus: number; debt: number; endsAt: Date }
  /** Gives a payment back in coins, whatever it was made in. */
  | { type: 'giveBackInCoins'; coins: number }
  /** Takes back what an order gave: bonus from what is left of its lots, then coins, then other bonus; the rest is owed. */
  | { type: 'takeBack'; coins: number; bonus: number; lotIds: readonly number[] }
  /** Gives again what was taken back of an order, so much of it as bonus; coins pay what is owed first. */
  | { type: 'giveAgain'; coins: number; bonus: number; asBonus: number; endsAt: Date }
  /** Pays as much of a debt as there are coins. */
  | { type: 'settleDebt'; amount: number }

/** What a change does to coins, lots and debt; `newLot` gets the number of its transaction. */
export interface MovementEffect {
  coins: number
  owed: number
  lots: { id: number; amount: number }[]
  newLot: number
  house: { account: SystemAccount; amount: number }[]
}

/** More was asked for than is there. Whoever charges looks first, so that the viewer gets a price and not this. */
export class InsufficientBalance extends Error {
  override name = 'NotEnough'
}

/** What a change means for this wallet. Throws NotEnough. */
export function effectOf(change: Movement, wallet: LockedWallet, now: Date): MovementEffect {
  switch (change.type) {
    case 'spend':
      return spend(change.price, wallet, now)
    case 'earn':
      return {
        coins: change.coins,
        owed: 0,
        lots: [],
        newLot: change.bonus,
        house: [
          { account: 'sys:sales', amount: -change.coins },
          { account: 'sys:rewards', amount: -change.bonus }
        ]
      }
    case 'expire': {
      const left = wallet.lots.find(lot => lot.id === change.lotId)?.remaining ?? 0
      const lots = [{ id: change.lotId, amount: -left }]
      return { coins: 0, owed: 0, lots, newLot: 0, house: [{ account: 'sys:expired', amount: left }] }
    }
    case 'giveBack': {
      const { coins, lots } = change.payment
      const total = coins + lots.reduce((sum, lot) => sum + lot.amount, 0)
      return { coins, owed: 0, lots, newLot: 0, house: [{ account: 'sys:spent', amount: -total }] }
    }
    case 'moveOut':
      return moveOut(wallet)
    case 'moveIn': {
      const house = [{ account: 'sys:moved', amount: change.debt - change.coins - change.bonus } as const]
      return { coins: change.coins, owed: change.debt, lots: [], newLot: change.bonus, house }
    }
    case 'giveBackInCoins': {
      const house = [{ account: 'sys:spent', amount: -change.coins } as const]
      return { coins: change.coins, owed: 0, lots: [], newLot: 0, house }
    }
    case 'takeBack':
      return revokeCoins(change, wallet, now)
    case 'giveAgain':
      return restoreCoins(change, wallet)
    case 'settleDebt':
      return { coins: -change.amount, owed: -change.amount, lots: [], newLot: 0, house: [] }
  }
}

/** All that there is goes to an account between users, which the other side takes from. */
function moveOut({ coins, bonus, debt, lots }: LockedWallet): MovementEffect {
  const taken = lots.map(({ id, remaining }) => ({ id, amount: -remaining }))
  const house = [{ account: 'sys:moved', amount: coins + bonus - debt } as const]
  return { coins: -coins, owed: -debt, lots: taken, newLot: 0, house }
}

function spend(price: number, { coins, lots }: LockedWallet, now: Date): MovementEffect {
  const usable = lots.filter(lot => lot.expiresAt > now)
  const payment = splitPayment(price, coins, usable)
  if (payment === null) throw new InsufficientBalance(`${price} of ${coins} coins`)
  const taken = payment.lots.map(({ id, amount }) => ({ id, amount: -amount }))
  return { coins: -payment.coins, owed: 0, lots: taken, newLot: 0, house: [{ account: 'sys:spent', amount: price }] }
}

function revokeCoins(
  { coins, bonus, lotIds }: Extract<Movement, { type: 'takeBack' }>,
  wallet: LockedWallet,
  now: Date
): MovementEffect {
  const ownLots = wallet.lots.filter(lot => lotIds.includes(lot.id))
  const inOwn = ownLots.reduce((sum, { remaining }) => sum + remaining, 0)
  const own = splitPayment(Math.min(bonus, inOwn), 0, ownLots)?.lots ?? []
  const fromOwn = own.reduce((sum, { amount }) => sum + amount, 0)
  const missing = coins + bonus - fromOwn
  const fromCoins = Math.min(missing, wallet.coins)
  const others = wallet.lots.filter(lot => lot.expiresAt > now && !lotIds.includes(lot.id))
  const inOthers = others.reduce((sum, { remaining }) => sum + remaining, 0)
  const fromOthers = splitPayment(Math.min(missing - fromCoins, inOthers), 0, others)?.lots ?? []
  const lots = [...own, ...fromOthers].filter(({ amount }) => amount > 0)
  const taken = fromCoins + lots.reduce((sum, { amount }) => sum + amount, 0)
  return {
    coins: -fromCoins,
    owed: coins + bonus - taken,
    newLot: 0,
    lots: lots.map(({ id, amount }) => ({ id, amount: -amount })),
    house: [
      { account: 'sys:sales', amount: coins },
      { account: 'sys:rewards', amount: bonus }
    ]
  }
}

function restoreCoins(
  { coins, bonus, asBonus }: Extract<Movement, { type: 'giveAgain' }>,
  { debt }: LockedWallet
): MovementEffect {
  const inCoins = coins + bonus - asBonus
  const settled = Math.min(debt, inCoins)
  return {
    coins: inCoins - settled,
    owed: -settled,
    lots: [],
    newLot: asBonus,
    house: [
      { account: 'sys:sales', amount: -coins },
      { account: 'sys:rewards', amount: -bonus }
    ]
  }
}

/** The lines of transaction `seq`; accounts that nothing moves on have none. */
export function entriesOf(
  { coins, owed, lots, newLot, house }: MovementEffect,
  userId: string,
  seq: number
): LedgerEntry[] {
  const lines = [
    { account: coinsAccount(userId), amount: coins },
    ...lots.map(({ id, amount }) => ({ account: lotAccount(userId, id), amount })),
    { account: lotAccount(userId, seq), amount: newLot },
    { account: debtAccount(userId), amount: -owed },
    ...house
  ]
  return lines.filter(({ amount }) => amount !== 0)
}
