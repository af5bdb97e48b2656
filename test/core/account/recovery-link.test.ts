import { expect, test } from 'vitest'
import { fitsQrCode, readRecoveryCode, recoveryLink } from '../../../src/core/account/recovery-link.js'

const CODE = 'K7QM-2WXA-9DPT'

test.each([
  ['https://a.example/news/3?edition=48', undefined, 'https://a.example/news/3?edition=48'],
  ['https://a.example/?utm_source=x&fbclid=y&p=1', 'lp', 'https://a.example/?p=1&lpid=lp'],
  ['https://a.example/?lpid=old', 'lp', 'https://a.example/?lpid=lp'],
  ['https://ana:secret@a.example/#/pages/index/my', undefined, 'https://a.example/']
])('the link from %s with campaign %s leads to %s', (href, lpid, page) => {
  const link = recoveryLink(href, CODE, lpid)
  expect(link).toBe(`${page}#drama-code=${CODE}`)
  expect(readRecoveryCode(new URL(link ?? '').hash)).toBe(CODE)
})

test.each(['about:srcdoc', 'file:///tmp/a.html', 'blob:https://a.example/1'])('no link leads to %s', href =>
  expect(recoveryLink(href, CODE, undefined)).toBeUndefined()
)

test.each([
  '',
  '#',
  '#top',
  '#/pages/index/my',
  '#drama-code=',
  `#x&drama-code=${CODE}`,
  `#drama-code=${'A'.repeat(65)}`
])('no code is read from %j', hash => expect(readRecoveryCode(hash)).toBeUndefined())

test('an address that no camera reads off a screen has no picture', () => {
  expect(fitsQrCode(recoveryLink('https://a.example/', CODE, undefined) ?? '')).toBe(true)
  expect(fitsQrCode(recoveryLink(`https://a.example/${'x'.repeat(600)}`, CODE, undefined) ?? '')).toBe(false)
})
