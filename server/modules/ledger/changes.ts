import { coinsAccount, type Entry, type HouseAccount, lotAccount } from './chain.js'
import { type Payment, paymentOf } from './spend.js'
import type { Wallet } from './wallet.js'

/** How money moves; all amounts in coins and above zero, but for those that say otherwise. */
export type Change =
  /** Takes a price, bonus first. */
  | { type: 'spend'; price: number }
  /** Gives coins, bonus that ends at a time, or both; either may be 0. */
  | { type: 'earn'; coins: number; bonus: number; endsAt: Date }
  /** Takes what is left of a lot. */
  | { type: 'expire'; lotId: number }
  /** Gives a payment back to where it came from; lots that have ended meanwhile last until `endsAt`. */
  | { type: 'giveBack'; payment: Payment; endsAt: Date }

/** What a change does to coins and lots; `newLot` gets the number of its transaction. */
export interface Effect {
  coins: number
  lots: { id: number; amount: number }[]
  newLot: number
  house: { account: HouseAccount; amount: number }[]
}

/** More was asked for than is there. Whoever charges looks first, so that the viewer gets a price and not this. */
export class NotEnough extends Error {
  override name = 'NotEnough'
}

/** What a change means for this wallet. Throws NotEnough. */
export function effectOf(change: Change, wallet: Wallet, now: Date): Effect {
  switch (change.type) {
    case 'spend':
      return spend(change.price, wallet, now)
    case 'earn':
      return {
        ...{ coins: change.coins, lots: [], newLot: change.bonus },
        house: [
          { account: 'sys:sales', amount: -change.coins },
          { account: 'sys:rewards', amount: -change.bonus }
        ]
      }
    case 'expire': {
      const left = wallet.lots.find(lot => lot.id === change.lotId)?.remaining ?? 0
      const lots = [{ id: change.lotId, amount: -left }]
      return { coins: 0, lots, newLot: 0, house: [{ account: 'sys:expired', amount: left }] }
    }
    case 'giveBack': {
      const { coins, lots } = change.payment
      const total = coins + lots.reduce((sum, lot) => sum + lot.amount, 0)
      return { coins, lots, newLot: 0, house: [{ account: 'sys:spent', amount: -total }] }
    }
  }
}

function spend(price: number, { coins, lots }: Wallet, now: Date): Effect {
  const usable = lots.filter(lot => lot.expiresAt > now)
  const payment = paymentOf(price, coins, usable)
  if (payment === null) throw new NotEnough(`${price} of ${coins} coins`)
  const taken = payment.lots.map(({ id, amount }) => ({ id, amount: -amount }))
  return { coins: -payment.coins, lots: taken, newLot: 0, house: [{ account: 'sys:spent', amount: price }] }
}

/** The lines of transaction `seq`; accounts that nothing moves on have none. */
export function entriesOf({ coins, lots, newLot, house }: Effect, userId: string, seq: number): Entry[] {
  const lines = [
    { account: coinsAccount(userId), amount: coins },
    ...lots.map(({ id, amount }) => ({ account: lotAccount(userId, id), amount })),
    { account: lotAccount(userId, seq), amount: newLot },
    ...house
  ]
  return lines.filter(({ amount }) => amount !== 0)
}
