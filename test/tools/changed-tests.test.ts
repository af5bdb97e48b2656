import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listTestsOf, otherTests } from '../../tools/changed-tests.mjs'

const source = ['contract', 'demo', 'locales', 'server', 'src', 'tools', 'widget', 'rollup.config.mjs']
const files = execFileSync('git', ['ls-files', ...source], { encoding: 'utf8' })
  .split('\n')
  .filter(existsSync)

test('`npm run test:changed` knows tests of every source file', () => {
  expect(files.length).toBeGreaterThan(500)
  expect(files.filter(file => listTestsOf(file).length === 0)).toEqual([])
})

test('the tests of every source file exist', () => {
  const tests = new Set(files.flatMap(listTestsOf))
  expect([...tests].filter(path => !existsSync(path))).toEqual([])
})

test.each(Object.keys(otherTests))('files begin with %s', prefix => {
  expect(files.some(file => file.startsWith(prefix)) || existsSync(prefix)).toBe(true)
})

test('a module has its own tests, not those of its neighbours', () => {
  expect(listTestsOf('server/modules/postback/send-postback.ts')).toEqual(['test/server/postback'])
  expect(listTestsOf('src/core/unlock/paywall.ts')).toEqual(['test/core/unlock'])
  expect(listTestsOf('src/views/store/pay-bar.tsx')).toEqual(['test/e2e/viewer/store.test.ts'])
  expect(listTestsOf('test/server/support/money.ts')).toEqual(['test/server'])
})
