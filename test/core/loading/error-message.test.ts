import fc from 'fast-check'
import { expect, test } from 'vitest'
import { errorTexts } from '../../../contract/protocol/errors.js'
import { accountEn } from '../../../locales/account/en.js'
import { type MessageKey, messages } from '../../../locales/app/en.js'
import { pagesEn } from '../../../locales/pages/en.js'
import { rewardEn } from '../../../locales/reward/en.js'
import { languages } from '../../../src/core/i18n/languages.js'
import { errorMessageKey, failureMessageKey } from '../../../src/core/loading/error-message.js'
import { BusinessError, RequestError } from '../../../src/core/request/request-error.js'
import { rewardFailure } from '../../../src/core/reward/reward-errors.js'

const en = { ...messages, ...pagesEn }
const english = (key: MessageKey | undefined) => key && en[key]

test.each([
  ['D-214', 4401, 'Not available now, post and upload between 08:00 and 24:00'],
  ['D-215', 4402, 'You can send WhatsApp/Facebook messages again after 1 hour'],
  ['D-216', 4403, 'You uploaded 3 times today, only 3 times per day'],
  ['D-217', 4203, 'Please unlock the previous episodes before continuing'],
  ['D-218', 4404, 'Please enter the telegram ID'],
  ['', 4405, 'Please upload the screenshot'],
  ['', 4406, 'This image was already used'],
  ['', 4408, 'Task not finished']
])('%s code %d reads as the specification quotes it', (_numbers, code, text) => {
  const key = rewardFailure(new BusinessError(code, 'what the server says', null))
  expect(key && { ...en, ...rewardEn }[key]).toBe(text)
  expect(errorTexts[code as keyof typeof errorTexts]).toBe(text)
})

test('a reward that was given before is refused in a sentence', () => {
  const key = rewardFailure(new BusinessError(4407, errorTexts[4407], null))
  expect(key && { ...en, ...rewardEn }[key]).toBe('You already got this reward')
})

test('every other refusal has its text', () => {
  const texts = {
    4001: 'Check what you entered and try again.',
    4201: 'Insufficient balance',
    4202: 'Price changed, please confirm',
    4204: 'Episode not available',
    4205: 'Already unlocked',
    4209: 'Spending limit reached',
    4301: 'Order not found',
    4302: 'Payment not confirmed yet',
    4501: 'Wrong or expired code',
    4502: 'Too many attempts',
    5000: 'The service is overloaded. Try again in a moment.',
    5001: 'The service is down for maintenance. Come back in a while.'
  }
  expect(Object.fromEntries(Object.keys(texts).map(code => [code, english(errorMessageKey(Number(code)))]))).toEqual(
    texts
  )
})

test('what the server says in English is what the app says in English', () => {
  // 4210 concerns the partner's coins; viewers get our own offer instead.
  const { 999: _sessionEnded, 4210: _sponsor, 4503: noMail, ...refusals } = errorTexts
  expect(accountEn.mailUnavailable).toContain(noMail)
  // Labels for developers, which viewers read as sentences.
  const labels = ['4001', '5000', '5001']
  for (const [code, text] of Object.entries(refusals)) {
    // Texts of reward codes are loaded with the reward pages.
    if (code.startsWith('44') || labels.includes(code)) continue
    expect([code, english(errorMessageKey(Number(code)))]).toEqual([code, text])
  }
})

test('a code that nobody knows has no text of its own, and reads as something that went wrong', () => {
  for (const code of [0, 200, 999, -4201, 4201.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(errorMessageKey(code)).toBe(undefined)
  }
  expect(failureMessageKey(new BusinessError(4999, '', null))).toBe('somethingWrong')
})

test('D-205 a network that failed is told in the words of the specification', () => {
  expect(english(failureMessageKey(new RequestError('network', 'network error', 5)))).toBe(
    'Network not good, please check network settings!'
  )
})

test('time-outs are a bad network too: a toast is nothing to tap', () => {
  for (const kind of ['timeout', 'cancelled'] as const) {
    expect(failureMessageKey(new RequestError(kind, kind))).toBe('networkBad')
  }
})

test('a server that says why it is out is quoted', () => {
  expect(failureMessageKey(new RequestError('server', 'busy', 5001))).toBe('maintenance')
  expect(failureMessageKey(new RequestError('server', 'HTTP 502'))).toBe('somethingWrong')
})

test.each(['abort', 'session', 'prevented'] as const)('nobody is told of %s', kind => {
  expect(failureMessageKey(new RequestError(kind, kind))).toBe(undefined)
})

test('D-212 a session that ended is no message: the app starts again by itself', () => {
  expect(failureMessageKey(new BusinessError(999, 'Session invalid', null))).toBe(undefined)
})

test('whatever else was thrown reads as something that went wrong', () => {
  for (const kind of ['decrypt', 'server', 'file'] as const) {
    expect(failureMessageKey(new RequestError(kind, kind))).toBe('somethingWrong')
  }
  fc.assert(
    fc.property(fc.anything(), thrown => {
      expect(failureMessageKey(thrown)).toBe('somethingWrong')
    })
  )
  expect(failureMessageKey(new TypeError('x is not a function'))).toBe('somethingWrong')
})

test('D-003 D-004 D-005 D-006 D-007 every refusal reads differently, in every language', async () => {
  const codes = Array.from({ length: 10_000 }, (_, code) => errorMessageKey(code)).filter(key => key !== undefined)
  expect(codes).toHaveLength(13)
  for (const { tag, load } of languages) {
    const { messages, loadPageMessages } = await load()
    const allMessages = { ...messages, ...(await loadPageMessages()) }
    const texts = codes.map(key => allMessages[key])
    expect([tag, new Set(texts).size]).toEqual([tag, 13])
  }
})
