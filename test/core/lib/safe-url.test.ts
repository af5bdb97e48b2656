import { expect, test } from 'vitest'
import { safeUrl } from '../../../src/core/lib/safe-url.js'

const PAGE = 'http://shop.test:8080/films?x=1'

const opened: [string, string][] = [
  ['https://pay.example/a?b=1#c', 'https://pay.example/a?b=1#c'],
  ['HTTPS://PAY.example', 'https://pay.example/'],
  ['/pay/sandbox/o_1', 'http://shop.test:8080/pay/sandbox/o_1'],
  ['?left=1', 'http://shop.test:8080/films?left=1'],
  ['http://shop.test:8080/pay', 'http://shop.test:8080/pay'],
  ['http://localhost:8787/pay', 'http://localhost:8787/pay'],
  ['http://app.localhost/pay', 'http://app.localhost/pay'],
  ['http://127.8.0.1/pay', 'http://127.8.0.1/pay'],
  ['http://[::1]:8787/pay', 'http://[::1]:8787/pay']
]
test.each(opened)('%s is opened', (address, href) => {
  expect(safeUrl(address, PAGE)).toBe(href)
})

const refused = [
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'java\nscript:alert(1)',
  'JaVaScRiPt:alert(1)',
  '\u0001javascript:1',
  'data:text/html,<script>1</script>',
  'vbscript:x',
  'blob:https://shop.test/1',
  'file:///etc/passwd',
  'filesystem:https://a/b',
  'intent://x#Intent;end',
  'tel:1',
  'ftp://a',
  'about:blank',
  'view-source:https://a',
  'http://pay.example/',
  '//pay.example/',
  'http://shop.test/',
  'http://localhost.evil.test/',
  'http://1270.0.0.1',
  'https://user@pay.example/',
  'https://:secret@pay.example/',
  'https://bank.test@evil.test',
  'https://',
  'http://['
]
test.each(refused)('%j is not opened', address => {
  expect(safeUrl(address, PAGE)).toBeUndefined()
})

test('a page without an address of its own opens whole ones alone', () => {
  expect(safeUrl('https://pay.example/', 'about:srcdoc')).toBe('https://pay.example/')
  expect(safeUrl('/pay', 'about:srcdoc')).toBeUndefined()
  expect(safeUrl('/pay', '')).toBeUndefined()
})
