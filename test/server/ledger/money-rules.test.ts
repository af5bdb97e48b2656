// Expected values in this file were computed by hand.
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { computeBonusEnd } from '../../../server/modules/ledger/grants.js'
import {
  coinsAccount,
  hashTransaction,
  type LedgerTransaction,
  lotAccount,
  NO_HASH,
  toCanonicalText
} from '../../../server/modules/ledger/hash-chain.js'
import {
  computeMovementEffect,
  InsufficientBalance,
  type Movement,
  toLedgerEntries
} from '../../../server/modules/ledger/movements.js'
import { splitPayment } from '../../../server/modules/ledger/payment-split.js'
import type { WalletState } from '../../../server/modules/ledger/wallet.js'
import {
  changeLimit,
  computeEffectiveAt,
  NO_SPENDING_LIMIT,
  resolveLimit,
  toSpendingLimits
} from '../../../server/modules/spending/limit-change.js'
import {
  type CoinPacks,
  computeCheapestPurchase,
  computeCoinValue,
  computeRangePrice,
  findCheapestPack,
  type PassOffers
} from '../../../server/modules/store/prices.js'
import { coinPacks, passOffers } from '../../../server/modules/store/starter-products.js'
import { splitCharge } from '../../../server/modules/unlock/charge.js'
import { createQuote } from '../../../server/modules/unlock/quote-rules.js'
import { computePriceOfRange } from '../../../server/modules/unlock/range-price.js'

const DAY = 86_400_000
const day = (number: number) => new Date(number * DAY)
const packs = coinPacks as unknown as CoinPacks
const passes = [passOffers[0], passOffers[1]].map(({ kind, amount }) => ({ kind, amount })) as unknown as PassOffers

describe('the chain', () => {
  const txn: LedgerTransaction = {
    userId: 'u1',
    seq: 2,
    kind: 'unlock',
    refType: 'episodes',
    refId: 'd_x:3',
    key: 'request:k',
    coins: -20,
    bonus: -40,
    coinsAfter: 80,
    bonusAfter: 0,
    prevHash: 'ab',
    createdAt: new Date(1_700_000_000_123),
    entries: [
      { account: 'user:u1:coins', amount: -20 },
      { account: 'user:u1:bonus:1', amount: -40 },
      { account: 'sys:spent', amount: 60 }
    ]
  }
  const text =
    '["ab","u1",2,"unlock","episodes","d_x:3","request:k",-20,-40,80,0,1700000000123,' +
    '[["user:u1:coins",-20],["user:u1:bonus:1",-40],["sys:spent",60]]]'

  test('a transaction is sealed by the SHA-256 of the text that docs/reference/api.md describes', () => {
    expect(toCanonicalText(txn)).toBe(text)
    expect(hashTransaction(txn)).toBe(createHash('sha256').update(text).digest('hex'))
    expect(NO_HASH).toBe('0'.repeat(64))
    expect([coinsAccount('u1'), lotAccount('u1', 1)]).toEqual(['user:u1:coins', 'user:u1:bonus:1'])
  })
})

describe('changes', () => {
  const lot = (id: number, remaining: number, end: number) => ({ id, remaining, expiresAt: day(end) })
  const wallet: WalletState = {
    userId: 'u1',
    debt: 30,
    coins: 50,
    bonus: 60,
    lots: [lot(1, 40, 5), lot(2, 20, 9)],
    seq: 2,
    hash: 'h'
  }
  const move = (change: Movement, now = day(4)) => computeMovementEffect(change, wallet, now)

  test('a price is taken from lots that have not ended, then from coins', () => {
    const effect = {
      coins: -10,
      debtChange: 0,
      lots: [...[1, 2].map((id, at) => ({ id, amount: at === 0 ? -40 : -20 }))],
      newLotAmount: 0
    }
    expect(move({ type: 'spend', price: 70 })).toEqual({
      ...effect,
      systemEntries: [{ account: 'sys:spent', amount: 70 }]
    })
    expect(move({ type: 'spend', price: 70 }, day(5))).toMatchObject({ coins: -50, lots: [{ id: 2, amount: -20 }] })
    expect(() => move({ type: 'spend', price: 71 }, day(5))).toThrow(new InsufficientBalance('71 of 50 coins'))
    expect(new InsufficientBalance('x').name).toBe('InsufficientBalance')
  })

  test('what is given comes from sales and from rewards', () => {
    expect(move({ type: 'earn', coins: 7, bonus: 3, endsAt: day(9) })).toEqual({
      coins: 7,
      debtChange: 0,
      lots: [],
      newLotAmount: 3,
      systemEntries: [
        { account: 'sys:sales', amount: -7 },
        { account: 'sys:rewards', amount: -3 }
      ]
    })
  })

  test('what is left of a lot expires, of one that is not open nothing', () => {
    const expired = (amount: number) => [{ account: 'sys:expired', amount }]
    expect(move({ type: 'expire', lotId: 1 })).toEqual({
      coins: 0,
      debtChange: 0,
      lots: [{ id: 1, amount: -40 }],
      newLotAmount: 0,
      systemEntries: expired(40)
    })
    expect(move({ type: 'expire', lotId: 7 }).systemEntries).toEqual(expired(0))
  })

  test('a payment goes back where it came from', () => {
    const payment = {
      coins: 5,
      lots: [
        { id: 1, amount: 4 },
        { id: 2, amount: 3 }
      ]
    }
    const effect = {
      ...payment,
      debtChange: 0,
      newLotAmount: 0,
      systemEntries: [{ account: 'sys:spent', amount: -12 }]
    } as const
    expect(move({ type: 'refund', payment, endsAt: day(9) })).toEqual(effect)
    const lines = toLedgerEntries(
      { ...effect, newLotAmount: 6, systemEntries: [{ account: 'sys:spent', amount: 0 }] },
      'u1',
      3
    )
    expect(lines).toEqual([
      { account: 'user:u1:coins', amount: 5 },
      { account: 'user:u1:bonus:1', amount: 4 },
      { account: 'user:u1:bonus:2', amount: 3 },
      { account: 'user:u1:bonus:3', amount: 6 }
    ])
  })

  test('what an order gave is taken from its own lots, then coins, then other bonus; the rest is owed, and paid later', () => {
    const house = (coins: number, bonus: number) => [
      { account: 'sys:sales', amount: coins },
      { account: 'sys:rewards', amount: bonus }
    ]
    const taken = move({ type: 'revoke', coins: 100, bonus: 40, lotIds: [2] })
    expect(taken).toEqual({
      coins: -50,
      debtChange: 30,
      newLotAmount: 0,
      systemEntries: house(100, 40),
      lots: [
        { id: 2, amount: -20 },
        { id: 1, amount: -40 }
      ]
    })
    expect(toLedgerEntries(taken, 'u1', 3).find(({ account }) => account === 'user:u1:debt')?.amount).toBe(-30)
    expect(move({ type: 'revoke', coins: 30, bonus: 20, lotIds: [2] })).toMatchObject({ coins: -30, debtChange: 0 })
    expect(move({ type: 'revoke', coins: 60, bonus: 0, lotIds: [] }, day(5))).toMatchObject({
      coins: -50,
      debtChange: 0,
      lots: [{ id: 2, amount: -10 }]
    })
    expect(move({ type: 'settleDebt', amount: 20 })).toEqual({
      coins: -20,
      debtChange: -20,
      lots: [],
      newLotAmount: 0,
      systemEntries: []
    })
  })

  test('everything moves to another user, what is owed too', () => {
    const moved = (amount: number) => [{ account: 'sys:moved', amount }]
    const out = move({ type: 'moveOut' })
    expect(out).toMatchObject({ coins: -50, debtChange: -30, newLotAmount: 0, systemEntries: moved(80) })
    expect(out.lots).toEqual([
      { id: 1, amount: -40 },
      { id: 2, amount: -20 }
    ])
    expect(move({ type: 'moveIn', coins: 50, bonus: 0, debt: 30, endsAt: day(9) })).toEqual({
      coins: 50,
      debtChange: 30,
      lots: [],
      newLotAmount: 0,
      systemEntries: moved(-20)
    })
    expect(move({ type: 'refundWithoutLots', coins: 9, bonus: 4, endsAt: day(9) })).toEqual({
      coins: 9,
      debtChange: 0,
      lots: [],
      newLotAmount: 4,
      systemEntries: [{ account: 'sys:spent', amount: -13 }]
    })
    expect(move({ type: 'withhold', lots: [{ id: 1, amount: 40 }] })).toEqual({
      coins: 0,
      debtChange: 0,
      lots: [{ id: 1, amount: -40 }],
      newLotAmount: 0,
      systemEntries: [{ account: 'sys:rewards', amount: 40 }]
    })
  })

  test('the bonus that ends first pays first, of those that end together the older; what is empty pays nothing', () => {
    const lots = [lot(3, 10, 5), lot(1, 10, 5), lot(4, 0, 1), lot(2, 10, 4)]
    expect(splitPayment(25, 0, lots)?.lots).toEqual([
      { id: 2, amount: 10 },
      { id: 1, amount: 10 },
      { id: 3, amount: 5 }
    ])
    expect([splitPayment(30, 0, lots)?.coins, splitPayment(31, 1, lots)?.coins, splitPayment(32, 1, lots)]).toEqual([
      0,
      1,
      null
    ])
    expect(lots.map(({ id }) => id)).toEqual([3, 1, 4, 2])
  })

  test('bonus ends 30 days later at 23:59:59 in the zone', () => {
    expect(computeBonusEnd(new Date('2026-11-21T12:00:00Z'), 'UTC').toISOString()).toBe('2026-12-21T23:59:59.000Z')
  })

  test('a range’s payment is shared by price, bonus on the first', () => {
    expect(splitCharge([10, 20, 30], { coins: 40, bonus: 14 })).toEqual([
      { coins: 0, bonus: 9 },
      { coins: 13, bonus: 5 },
      { coins: 27, bonus: 0 }
    ])
  })
})

describe('prices', () => {
  const sixty = (count: number) => Array<number>(count).fill(60)

  test('a range is cheaper from ten episodes on, and what is left of a drama cheaper still', () => {
    expect(computeRangePrice(sixty(9), false)).toEqual({ full: 540, percent: 0, coins: 540 })
    expect(computeRangePrice(sixty(10), false)).toEqual({ full: 600, percent: 5, coins: 570 })
    expect(computeRangePrice(sixty(10), true)).toEqual({ full: 600, percent: 15, coins: 510 })
    expect(computeRangePrice(sixty(2), true)).toEqual({ full: 120, percent: 15, coins: 102 })
    expect(computeRangePrice(sixty(1), true)).toEqual({ full: 60, percent: 0, coins: 60 })
    expect(computeRangePrice([33, 34], true).coins).toBe(56)
  })

  test('coins are worth what they cost in the best pack, and bought in whole packs', () => {
    expect(findCheapestPack(packs)).toEqual({ coins: 7200, amount: 19_990 })
    const dearer = [100, 50, 80].map(amount => ({ coins: 80, bonus: 20, amount })) as unknown as CoinPacks
    expect(findCheapestPack(dearer)).toEqual({ coins: 100, amount: 50 })
    const alike = [1, 2].map(times => ({ coins: 100 * times, bonus: 0, amount: 10 * times })) as unknown as CoinPacks
    expect(findCheapestPack(alike)).toEqual({ coins: 100, amount: 10 })
    expect([0, 1, 2, 7200, 7201].map(coins => computeCoinValue(coins, packs))).toEqual([0, 3, 6, 19_990, 19_993])
    expect([-5, 0, 1, 300, 301, 630, 631, 6000].map(coins => computeCheapestPurchase(coins, packs))).toEqual([
      0, 0, 990, 990, 1980, 1990, 2970, 17_950
    ])
    expect([7200, 14_400, 14_401, 21_600, 21_601].map(coins => computeCheapestPurchase(coins, packs))).toEqual([
      19_990, 39_980, 40_970, 59_970, 60_960
    ])
    // Packs with the same coins but other prices are not confused with these.
    const doubled = packs.map(pack => ({ ...pack, amount: pack.amount * 2 })) as unknown as CoinPacks
    expect([1, 300, 301].map(coins => computeCheapestPurchase(coins, doubled))).toEqual([1980, 1980, 3960])
    expect(computeCheapestPurchase(301, packs)).toBe(1980)
  })

  const standing = (no: number, price: number, state: 'free' | 'locked' | 'unlocked') => ({
    id: `e${no}`,
    no,
    price,
    state
  })
  const drama = [
    standing(1, 0, 'free'),
    standing(2, 60, 'unlocked'),
    standing(3, 60, 'locked'),
    standing(4, 50, 'locked'),
    standing(5, 40, 'locked')
  ]

  test('a range is what is locked up to a number; the rest of a drama is told by nothing locked behind it', () => {
    expect(computePriceOfRange(drama, 4)).toMatchObject({ to: 4, full: 110, percent: 0, coins: 110 })
    expect(computePriceOfRange(drama, 4).range.map(({ no }) => no)).toEqual([1, 2, 3, 4])
    expect(computePriceOfRange(drama, 4).locked.map(({ no }) => no)).toEqual([3, 4])
    for (const to of [5, 9, undefined]) {
      expect(computePriceOfRange(drama, to)).toMatchObject({ to: 5, full: 150, percent: 15, coins: 127 })
    }
    expect(computePriceOfRange([], 3)).toEqual({ to: 0, range: [], locked: [], full: 0, percent: 0, coins: 0 })
    expect(computePriceOfRange(drama.slice(0, 2), undefined)).toMatchObject({ to: 2, locked: [], percent: 0 })
  })

  const quote = (balance: { coins: number; bonus: number }, toNo?: number, accessList = drama) =>
    createQuote({
      dramaId: 'd',
      accessList,
      toNo,
      balance,
      currency: 'BRL',
      packs,
      passes,
      episodes: drama.map(({ id, no }) => ({ id, duration_s: 50, watched_s: no === 1 ? 80 : no === 2 ? 20 : 0 }))
    })

  test('a quote counts episodes, coins, money and minutes of its range', () => {
    expect(quote({ coins: 10, bonus: 30 })).toEqual({
      drama_id: 'd',
      to_no: 5,
      episode_total: 5,
      paid_total: 4,
      unlocked: 1,
      remaining: 3,
      coins_full: 150,
      discount_percent: 15,
      coins_needed: 127,
      bonus_usable: 30,
      balance: { coins: 10, bonus: 30 },
      money: { amount: 353, currency: 'BRL', basis: { coins: 7200, amount: 19_990 } },
      total_minutes: 5,
      minutes_left: 3,
      cheapest_pass: { kind: 'weekly', amount: 2990, currency: 'BRL' },
      best_option: { kind: 'coins', amount: 990, currency: 'BRL' }
    })
    expect(quote({ coins: 0, bonus: 300 }, 3)).toMatchObject({
      to_no: 3,
      episode_total: 3,
      paid_total: 2,
      remaining: 1,
      bonus_usable: 60,
      total_minutes: 3,
      minutes_left: 2
    })
  })

  test('the best way to pay: the balance if it is enough, else coins or a pass, whichever costs less', () => {
    const way = (coins: number, bonus: number, standings = drama) =>
      quote({ coins, bonus }, undefined, standings).best_option
    expect(way(127, 0)).toEqual({ kind: 'balance', amount: 0, currency: 'BRL' })
    expect(way(100, 27)).toMatchObject({ kind: 'balance' })
    expect(way(100, 26)).toMatchObject({ kind: 'coins', amount: 990 })
    const dear = drama.map(one => ({ ...one, price: one.price * 10 }))
    expect(way(0, 0, dear)).toEqual({ kind: 'weekly', amount: 2990, currency: 'BRL' })
    expect(way(1000, 0, dear)).toMatchObject({ kind: 'coins', amount: 990 })
    expect(way(0, 0, drama.slice(0, 2))).toEqual({ kind: 'none', amount: 0, currency: 'BRL' })
  })
})

describe('spending limits', () => {
  const at = (coins: number | null, next: number | null, days: number) => ({
    coins,
    next: { coins: next, at: day(days) }
  })

  test('what has waited long enough holds, to the millisecond', () => {
    expect(resolveLimit(at(10, 20, 3), new Date(3 * DAY - 1))).toEqual(at(10, 20, 3))
    expect(resolveLimit(at(10, 20, 3), day(3))).toEqual({ coins: 20, next: null })
    expect(resolveLimit(NO_SPENDING_LIMIT, day(3))).toEqual({ coins: null, next: null })
  })

  test('a lower limit holds at once, a higher one or none after a day, and asking again does not make it later', () => {
    const now = day(7)
    const ten = { coins: 10, next: null }
    expect(changeLimit(NO_SPENDING_LIMIT, 10, now)).toEqual(ten)
    expect(changeLimit(NO_SPENDING_LIMIT, null, now)).toEqual(NO_SPENDING_LIMIT)
    expect(changeLimit(ten, 9, now)).toEqual({ coins: 9, next: null })
    expect(changeLimit(at(10, 20, 9), 10, now)).toEqual(ten)
    expect(changeLimit(ten, 11, now)).toEqual(at(10, 11, 8))
    expect(changeLimit(ten, null, now)).toEqual(at(10, null, 8))
    expect(changeLimit(at(10, 20, 7.5), 20, now)).toEqual(at(10, 20, 7.5))
    expect(changeLimit(at(10, 20, 7.5), 21, now)).toEqual(at(10, 21, 8))
    expect(changeLimit(at(10, null, 7.5), null, now)).toEqual(at(10, null, 7.5))
    expect(changeLimit(at(10, 20, 6), 15, now)).toEqual({ coins: 15, next: null })
  })

  test('the answer says what holds, what will, and from when', () => {
    const limits = { daily: at(10, null, 9), weekly: { coins: 5, next: null } }
    expect(toSpendingLimits(limits)).toEqual({
      daily_coins: 10,
      weekly_coins: 5,
      pending: { daily_coins: { coins: null, effective_at: 9 * DAY }, weekly_coins: null }
    })
    expect([
      computeEffectiveAt([limits.daily, limits.weekly], day(7)),
      computeEffectiveAt([limits.weekly], day(7))
    ]).toEqual([9 * DAY, 7 * DAY])
  })
})
