import { expect, test, vi } from 'vitest'
import type { Product, StoreIndex } from '../../../contract/store.js'
import type { Router } from '../../../src/core/router/router.js'
import {
  bonusPercent,
  filterOffers,
  findDefaultProduct,
  passSaving,
  pricePerDay,
  pricePerHundred
} from '../../../src/core/store/offers.js'
import { followReturnPath, parseReturnPath } from '../../../src/core/store/return-path.js'
import {
  findProductForGoal,
  isAffordable,
  missingCoins,
  selectPaywallPacks,
  sufficientProducts,
  type UnlockGoal
} from '../../../src/core/store/unlock-goal.js'

const product = (part: Partial<Product>): Product => ({
  id: 'p_1',
  kind: 'coins',
  title: '',
  coins: 0,
  bonus: 0,
  days: null,
  amount: 990,
  currency: 'BRL',
  badge: null,
  ...part
})
const weekly = product({ id: 'p_w', kind: 'weekly', days: 7, amount: 2990 })
const monthly = product({ id: 'p_m', kind: 'monthly', days: 30, amount: 7990 })
const small = product({ id: 'p_300', coins: 300 })
const popular = product({ id: 'p_1200', coins: 1200, bonus: 120, amount: 3990, badge: 'popular' })
const all = [small, popular, weekly, monthly]

test('what the viewer came for is proposed, the popular one first', () => {
  expect(filterOffers(all, 'pass')).toEqual([weekly, monthly])
  expect([findDefaultProduct(all, 'coins'), findDefaultProduct(all, 'pass')]).toEqual([popular, weekly])
  expect([findDefaultProduct([small], 'pass'), findDefaultProduct([], 'coins')]).toEqual([small, undefined])
})

test('prices are compared by a hundred coins and by a day, the bonus counted', () => {
  expect([bonusPercent(small), bonusPercent(popular), bonusPercent(weekly)]).toEqual([0, 10, 0])
  expect(pricePerHundred(small)).toEqual({ amount: 330, currency: 'BRL' })
  expect(pricePerHundred(popular)).toEqual({ amount: 302, currency: 'BRL' })
  expect([pricePerHundred(weekly), pricePerDay(small)]).toEqual([undefined, undefined])
  expect(pricePerDay(weekly)).toEqual({ amount: 427, currency: 'BRL' })
})

test('what a longer pass saves is never said to be more than it is', () => {
  expect([passSaving(weekly, all), passSaving(monthly, [weekly, monthly])]).toEqual([0, 37])
  expect(passSaving(monthly, [monthly, { ...weekly, currency: 'USD' }])).toBe(0)
})

test('for an episode the smallest pack is proposed that is enough, what is owed and given counted', () => {
  const large = product({ id: 'p_3000', coins: 3000, bonus: 450 })
  const index = (part: Partial<StoreIndex>) =>
    ({ products: [large, ...all], balance: { coins: 15, bonus: 5 }, debt: 0, first_gift: null, ...part }) as StoreIndex
  const createGoal = (price: number): UnlockGoal => ({ tab: 'coins', from: 3, upTo: 3, price })
  expect([missingCoins(index({}), createGoal(60)), missingCoins(index({}), createGoal(20))]).toEqual([40, 0])
  expect([isAffordable(index({}), createGoal(20)), isAffordable(index({ debt: 1 }), createGoal(20))]).toEqual([
    true,
    false
  ])
  const proposed = (price: number, part: Partial<StoreIndex> = {}) =>
    findProductForGoal(index(part), createGoal(price))?.id
  expect([proposed(60), proposed(320), proposed(321), proposed(9999)]).toEqual(['p_300', 'p_300', 'p_1200', 'p_3000'])
  expect(proposed(321, { first_gift: { bonus: 100 } })).toBe('p_300')
  expect([proposed(60, { debt: 280 }), proposed(20, { debt: 301 })]).toEqual(['p_1200', 'p_1200'])
  expect(findProductForGoal(index({}), { ...createGoal(60), tab: 'pass' })).toBe(weekly)
  const helpful = (price: number) => sufficientProducts(index({}), createGoal(price)).map(({ id }) => id)
  expect(helpful(321)).toEqual(['p_3000', 'p_1200', 'p_w', 'p_m'])
  expect(helpful(9999)).toEqual(['p_3000', 'p_300', 'p_1200', 'p_w', 'p_m'])
  const packs = (price: number) => selectPaywallPacks(index({}), createGoal(price)).map(({ id }) => id)
  expect([packs(60), packs(321), packs(9999)]).toEqual([
    ['p_300', 'p_1200', 'p_3000'],
    ['p_1200', 'p_3000'],
    ['p_300', 'p_1200', 'p_3000']
  ])
})

test.each([
  ['play:d_winter-bride:13', { type: 'episode', url: '/pages/index/play?drama_id=d_winter-bride&episode_no=13' }],
  ['play', { type: 'player' }],
  ['my', { type: 'page' }],
  [undefined, { type: 'page' }],
  ['play:../x:1', { type: 'page' }],
  ['play:d_x:1e9', { type: 'page' }]
])('from %s the way back is %o', (from, origin) => expect(parseReturnPath(from)).toEqual(origin))

test('the player beneath the store is gone back to; without one the episode is opened', () => {
  const router = (names: string[]) => {
    const pages = names.map((name, step) => ({ step, route: { name } }))
    const ways = { redirectTo: vi.fn(), navigateBack: vi.fn() }
    return { ...ways, $stack: { get: () => ({ pages, top: pages.at(-1) }) } } as unknown as Router & typeof ways
  }
  const episode = parseReturnPath('play:d_rain:3')
  const beneath = router(['home', 'player', 'store'])
  followReturnPath(episode, beneath)
  expect([beneath.navigateBack.mock.calls.length, beneath.redirectTo.mock.calls.length]).toEqual([1, 0])
  const elsewhere = router(['player', 'profile', 'store'])
  followReturnPath(episode, elsewhere)
  expect(elsewhere.redirectTo.mock.calls).toEqual([[{ url: '/pages/index/play?drama_id=d_rain&episode_no=3' }]])
})
