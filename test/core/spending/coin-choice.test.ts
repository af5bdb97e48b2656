import { expect, test } from 'vitest'
import { type CoinChoice, chosenCoins, parseCoinDigits, toCoinChoice } from '../../../src/core/spending/coin-choice.js'

const proposals = [100, 300]

test.each<[number | null, CoinChoice]>([
  [null, { state: 'none' }],
  [300, { state: 'proposed', coins: 300 }],
  [0, { state: 'own', written: '0' }],
  [250, { state: 'own', written: '250' }]
])('%j is offered as %j, and is the same when read back', (coins, choice) => {
  expect(toCoinChoice(coins, proposals)).toEqual(choice)
  expect(chosenCoins(choice, 0)).toBe(coins)
})

test.each<[string, number, number | undefined]>([
  ['', 0, undefined],
  ['0', 0, 0],
  ['0', 1, undefined],
  ['1', 1, 1],
  ['1000000', 1, 1_000_000],
  ['1000001', 1, undefined]
])('%j with %i as the least is %j', (written, least, coins) => {
  expect(chosenCoins({ state: 'own', written }, least)).toBe(coins)
})

test.each([
  ['250', '250'],
  ['１２０', '120'],
  ['1.200', '1200'],
  [' 1 200 coins', '1200'],
  ['-5', '5'],
  ['007', '7'],
  ['0', '0'],
  ['abc', ''],
  ['12345678', '1234567'],
  ['😀9', '9']
])('of %j the field keeps %j', (typed, expected) => {
  expect(parseCoinDigits(typed)).toBe(expected)
})
