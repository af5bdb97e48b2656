import { coinsAccount, debtAccount, type LedgerEntry, lotAccount, type SystemAccount } from './hash-chain.js'
import { type BonusLot, type PaymentSplit, splitPayment } from './payment-split.js'
import type { WalletState } from './wallet.js'

/** A change of one wallet. All amounts are in coins, and none is negative. */
export type Movement =
  | { type: 'spend'; price: number }
  | { type: 'earn'; coins: number; bonus: number; endsAt: Date }
  | { type: 'expire'; lotId: number }
  | { type: 'refund'; payment: PaymentSplit; endsAt: Date }
  | { type: 'moveOut' }
  | { type: 'moveIn'; coins: number; bonus: number; debt: number; endsAt: Date }
  /** Returns a payment whose lots are unknown: its bonus as a new lot. */
  | { type: 'refundWithoutLots'; coins: number; bonus: number; endsAt: Date }
  /** Takes earned bonus out of the lots. */
  | { type: 'withhold'; lots: { id: number; amount: number }[] }
  /** Revokes what an order gave: bonus from the order's bonus, then coins, then other bonus. The rest becomes debt. */
  | ({ type: 'revoke'; coins: number; bonus: number } & OrderBonus)
  /** Revokes coins from coins, and bonus from the order's bonus, then from other bonus. The rest is waived. */
  | ({ type: 'revokeAndWaive'; coins: number; bonus: number } & OrderBonus)
  /**
   * Restores what was revoked, without what was waived of it: `asBonus` as a new lot, the rest as coins, which repay
   * debt first.
   */
  | { type: 'restore'; coins: number; bonus: number; asBonus: number; waived: WaivedCoins; endsAt: Date }
  | { type: 'settleDebt'; amount: number }
  /** Gives without a payment. Coins repay debt first. */
  | { type: 'give'; coins: number; bonus: number; endsAt: Date }
  /** Takes coins from coins, and bonus from usable lots. */
  | { type: 'take'; coins: number; bonus: number }

/** Lots of an order, and lots of which `limit` replaces the bonus that a merge took out of the order's lots. */
export interface OrderBonus {
  lotIds: readonly number[]
  replacement?: ReplacementLots
}

export interface ReplacementLots {
  lotIds: readonly number[]
  limit: number
}

export interface WaivedCoins {
  coins: number
  bonus: number
}

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

export function computeMovementEffect(change: Movement, wallet: WalletState, now: Date): MovementEffect {
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
    case 'refundWithoutLots': {
      const { coins, bonus } = change
      const systemEntries = [{ account: 'sys:spent', amount: -coins - bonus } as const]
      return { coins, debtChange: 0, lots: [], newLotAmount: bonus, systemEntries }
    }
    case 'withhold': {
      const lots = change.lots.map(({ id, amount }) => ({ id, amount: -amount }))
      const total = change.lots.reduce((sum, { amount }) => sum + amount, 0)
      const systemEntries = [{ account: 'sys:rewards', amount: total } as const]
      return { coins: 0, debtChange: 0, lots, newLotAmount: 0, systemEntries }
    }
    case 'revoke':
      return revokeCoins(change, wallet, now)
    case 'revokeAndWaive':
      return revokeAndWaiveCoins(change, wallet, now)
    case 'restore':
      return restoreCoins(change, wallet)
    case 'settleDebt':
      return { coins: -change.amount, debtChange: -change.amount, lots: [], newLotAmount: 0, systemEntries: [] }
    case 'give':
      return giveCoins(change, wallet)
    case 'take':
      return takeCoins(change, wallet, now)
  }
}

function giveCoins({ coins, bonus }: Extract<Movement, { type: 'give' }>, { debt }: WalletState): MovementEffect {
  const settled = Math.min(debt, coins)
  return {
    coins: coins - settled,
    debtChange: -settled,
    lots: [],
    newLotAmount: bonus,
    systemEntries: [{ account: 'sys:rewards', amount: -coins - bonus }]
  }
}

function takeCoins(
  { coins, bonus }: Extract<Movement, { type: 'take' }>,
  wallet: WalletState,
  now: Date
): MovementEffect {
  const { taken, lots } = takeBonus(bonus, listUsableLots(wallet, now))
  if (taken < bonus || wallet.coins < coins) throw new InsufficientBalance(`${coins} of ${wallet.coins} coins`)
  return {
    coins: -coins,
    debtChange: 0,
    lots,
    newLotAmount: 0,
    systemEntries: [{ account: 'sys:rewards', amount: coins + bonus }]
  }
}

function moveOut({ coins, bonus, debt, lots }: WalletState): MovementEffect {
  const taken = lots.map(({ id, remaining }) => ({ id, amount: -remaining }))
  const systemEntries = [{ account: 'sys:moved', amount: coins + bonus - debt } as const]
  return { coins: -coins, debtChange: -debt, lots: taken, newLotAmount: 0, systemEntries }
}

export const listUsableLots = ({ lots }: WalletState, now: Date) => lots.filter(({ expiresAt }) => expiresAt > now)

function spend(price: number, wallet: WalletState, now: Date): MovementEffect {
  const { coins } = wallet
  const payment = splitPayment(price, coins, listUsableLots(wallet, now))
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
  { coins, bonus, ...order }: Extract<Movement, { type: 'revoke' }>,
  wallet: WalletState,
  now: Date
): MovementEffect {
  const own = takeOrderBonus(bonus, order, wallet)
  const missing = coins + bonus - own.taken
  const fromCoins = Math.min(missing, wallet.coins)
  const other = takeOtherBonus(missing - fromCoins, order, { ...wallet, lots: subtract(wallet.lots, own.lots) }, now)
  return {
    coins: -fromCoins,
    debtChange: missing - fromCoins - other.taken,
    newLotAmount: 0,
    lots: sumByLot([...own.lots, ...other.lots]),
    systemEntries: [
      { account: 'sys:sales', amount: coins },
      { account: 'sys:rewards', amount: bonus }
    ]
  }
}

function revokeAndWaiveCoins(
  { coins, bonus, ...order }: Extract<Movement, { type: 'revokeAndWaive' }>,
  wallet: WalletState,
  now: Date
): MovementEffect {
  const own = takeOrderBonus(bonus, order, wallet)
  const other = takeOtherBonus(bonus - own.taken, order, { ...wallet, lots: subtract(wallet.lots, own.lots) }, now)
  const fromCoins = Math.min(coins, wallet.coins)
  return {
    coins: -fromCoins,
    debtChange: 0,
    newLotAmount: 0,
    lots: sumByLot([...own.lots, ...other.lots]),
    systemEntries: [
      { account: 'sys:sales', amount: coins },
      { account: 'sys:rewards', amount: bonus },
      { account: 'sys:waived_coins', amount: fromCoins - coins },
      { account: 'sys:waived_bonus', amount: own.taken + other.taken - bonus }
    ]
  }
}

function takeOrderBonus(bonus: number, { lotIds, replacement }: OrderBonus, { lots }: WalletState) {
  const listLots = (ids: readonly number[]) => lots.filter(({ id }) => ids.includes(id))
  const own = takeBonus(bonus, listLots(lotIds))
  const missing = Math.min(bonus - own.taken, replacement?.limit ?? 0)
  const replaced = takeBonus(missing, listLots(replacement?.lotIds ?? []))
  return { taken: own.taken + replaced.taken, lots: [...own.lots, ...replaced.lots] }
}

/** What is in replacement lots beyond their limit is other bonus. */
const takeOtherBonus = (wanted: number, { lotIds }: OrderBonus, wallet: WalletState, now: Date) =>
  takeBonus(
    wanted,
    listUsableLots(wallet, now).filter(({ id }) => !lotIds.includes(id))
  )

function subtract(lots: readonly BonusLot[], taken: MovementEffect['lots']): BonusLot[] {
  const amounts = new Map(taken.map(({ id, amount }) => [id, amount]))
  return lots.map(lot => ({ ...lot, remaining: lot.remaining + (amounts.get(lot.id) ?? 0) }))
}

function sumByLot(lots: MovementEffect['lots']): MovementEffect['lots'] {
  const sums = new Map<number, number>()
  for (const { id, amount } of lots) sums.set(id, (sums.get(id) ?? 0) + amount)
  return [...sums].map(([id, amount]) => ({ id, amount }))
}

function takeBonus(wanted: number, lots: readonly BonusLot[]): { taken: number; lots: MovementEffect['lots'] } {
  const taken = Math.min(
    wanted,
    lots.reduce((sum, { remaining }) => sum + remaining, 0)
  )
  const parts = splitPayment(taken, 0, lots)?.lots ?? []
  return { taken, lots: parts.map(({ id, amount }) => ({ id, amount: -amount })) }
}

function restoreCoins(
  { coins, bonus, asBonus, waived }: Extract<Movement, { type: 'restore' }>,
  { debt }: WalletState
): MovementEffect {
  const asCoins = coins + bonus - waived.coins - waived.bonus - asBonus
  const settled = Math.min(debt, asCoins)
  return {
    coins: asCoins - settled,
    debtChange: -settled,
    lots: [],
    newLotAmount: asBonus,
    systemEntries: [
      { account: 'sys:sales', amount: -coins },
      { account: 'sys:rewards', amount: -bonus },
      { account: 'sys:waived_coins', amount: waived.coins },
      { account: 'sys:waived_bonus', amount: waived.bonus }
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
