import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { endpoints } from '../contract/index.js'
import { attributeKinds } from '../widget/element/attributes.js'

const readme = readFileSync('README.md', 'utf8')
const read = (file: string) => readFileSync(file, 'utf8')
const missing = (names: Iterable<string>) => [...new Set(names)].filter(name => !readme.includes(`\`${name}\``))
const found = (file: string, pattern: RegExp) => [...read(file).matchAll(pattern)].map(([, name]) => name ?? '')

test('README lists every attribute', () => expect(missing(Object.keys(attributeKinds))).toEqual([]))

test('README lists every event, and none that does not exist', () => {
  const events = found('src/core/event/host-events.ts', /'(drama-[a-z-]+)':/g)
  expect(missing(events)).toEqual([])
  const listed = [...readme.matchAll(/^\| `(drama-[a-z-]+)` +\|/gm)].map(([, name]) => name)
  expect(listed).toEqual(events)
})

test('README lists every endpoint with its access', () => {
  const names = { none: 'anybody', any: 'any token', user: 'signed in' }
  for (const { method, path, access } of endpoints) {
    expect(readme).toMatch(new RegExp(`\\| \`${method} ${path}\` +\\| ${names[access]}`))
  }
})

test('README lists every variable that the server reads', () => {
  const files = ['server/config/config.ts', 'server/config/media-bucket.ts']
  expect(missing(files.flatMap(file => found(file, /env, '([A-Z_0-9]+)'/g)))).toEqual([])
})

test('README lists every public CSS variable', () => {
  const styles = ['host-tokens', 'tokens', 'reset'].map(name => read(`src/views/styles/${name}.css`)).join('')
  expect(missing([...styles.matchAll(/var\((--drama-[a-z-]+)/g)].map(([, name]) => name ?? ''))).toEqual([])
})

test('README lists every script that is not a step of the tests', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const steps = Object.keys(scripts).filter(name => !name.startsWith('test:'))
  expect(missing(steps.map(name => (name === 'start' || name === 'test' ? `npm ${name}` : `npm run ${name}`)))).toEqual(
    []
  )
})

test('the version is one: in the package and in the app', () => {
  expect(read('src/core/lib/version.ts')).toContain(`'${JSON.parse(read('package.json')).version}'`)
})

test('the addresses with a version that partners copy are of this version', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string }
  for (const file of ['README.md', 'docs/guide/versions.md']) {
    const named = [...read(file).matchAll(/\/v(\d+)(\.[\d.]+)?\//g)]
    expect(named.length).toBeGreaterThan(2)
    for (const [, major, rest] of named) expect(version.startsWith(`${major}${rest ?? '.'}`)).toBe(true)
  }
})
