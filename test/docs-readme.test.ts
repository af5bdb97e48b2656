import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { endpoints } from '../contract/index.js'
import { attributeKinds } from '../widget/element/attributes.js'
import { attributes, events, methods, parts, properties, slots, variables } from '../widget/public-api/index.js'

const read = (file: string) => readFileSync(file, 'utf8')
const found = (file: string, pattern: RegExp) => [...read(file).matchAll(pattern)].map(([, name]) => name ?? '')
const readme = read('README.md')
const eventNames = found('src/core/event/host-events.ts', /'(drama-[a-z-]+)':/g)
const variableNames = ['server/config/config.ts', 'server/config/media-bucket.ts'].flatMap(file =>
  found(file, /env, '([A-Z_0-9]+)'/g)
)
const missingIn = (text: string, names: Iterable<string>) =>
  [...new Set(names)].filter(name => !text.includes(`\`${name}\``))
/** Names in the first column of the table whose head begins with `head`. */
function rowsOf(head: string): string[] {
  const [, table = ''] = readme.split(`\n| ${head} `)
  const [rows = ''] = table.split('\n\n')
  return [...rows.matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name ?? '')
}

describe('README', () => {
  test('has at most 200 lines', () => expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(200))

  test('names five attributes, and none that does not exist', () => {
    expect(rowsOf('attribute')).toHaveLength(5)
    expect(rowsOf('attribute').filter(name => !(name in attributeKinds))).toEqual([])
  })

  test('names ten settings, and none that the server does not read', () => {
    expect(rowsOf('variable')).toHaveLength(10)
    expect(rowsOf('variable').filter(name => !variableNames.includes(name))).toEqual([])
  })

  test('names no event and no method that does not exist', () => {
    const events = [...readme.matchAll(/[`'](drama-[a-z-]+)[`']/g)].map(([, name]) => name ?? '')
    expect(events.filter(name => name !== 'drama-app' && !eventNames.includes(name))).toEqual([])
    const [, sentence = ''] = /The methods that matter most are ([^.]+)/.exec(readme) ?? []
    const named = [...sentence.matchAll(/`(\w+)\(/g)].map(([, name]) => name ?? '')
    expect(named.length).toBeGreaterThan(4)
    expect(named.filter(name => !(name in methods))).toEqual([])
  })

  test('says what each package of the card is for', () => {
    const packages = ['react', 'react-dom', '@r2wc/react-to-web-component', '@r2wc/core', 'preact-router', 'nanostores']
    const others = ['@nanostores/react', 'redaxios', 'crypto-js', 'hls.js', 'rollup', 'vitest', 'web-test-runner']
    expect(missingIn(readme, [...packages, ...others])).toEqual([])
  })

  test('lists every script that is not a step of the tests', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const commands = Object.keys(scripts)
      .filter(name => !name.startsWith('test:'))
      .map(name => (name === 'start' || name === 'test' ? `npm ${name}` : `npm run ${name}`))
    expect(missingIn(readme, commands)).toEqual([])
  })
})

describe('docs/reference', () => {
  const page = (name: string) => read(`docs/reference/${name}.md`)

  test.each([
    ['Attributes', attributes],
    ['Properties and methods', { ...properties, ...methods }],
    ['Events', events],
    ['CSS variables', variables],
    ['Parts', parts],
    ['Slots', slots]
  ])('element.md, %s: its table has every name, and no other', (heading, list) => {
    const [, section = ''] = new RegExp(`\\n## ${heading}\\n([^]*?)(?=\\n##|$)`).exec(page('element')) ?? []
    const listed = [...section.matchAll(/^\| `([\w-]+)/gm)].map(([, name]) => name)
    const names = Object.keys(list).map(name => name || 'default')
    expect(listed.sort()).toEqual(names.sort())
  })

  test('lists every attribute', () => {
    expect(missingIn(page('element'), Object.keys(attributeKinds))).toEqual([])
  })

  test('lists every event, and none that does not exist', () => {
    const listed = [...page('element').matchAll(/^\| `(drama-[a-z-]+)` +\|/gm)].map(([, name]) => name)
    expect(listed).toEqual(eventNames)
  })

  test('lists every endpoint with its access', () => {
    const names = { none: 'anybody', any: 'any token', user: 'signed in' }
    for (const { method, path, access } of endpoints) {
      expect(page('api')).toMatch(new RegExp(`\\| \`${method} ${path}\` +\\| ${names[access]}`))
    }
  })

  test('lists every variable that the server reads', () => {
    expect(variableNames.length).toBeGreaterThan(30)
    expect(missingIn(page('configuration'), variableNames)).toEqual([])
  })

  test('lists every public CSS variable', () => {
    const styles = ['host-tokens', 'tokens', 'reset'].map(name => read(`src/views/styles/${name}.css`)).join('')
    const used = [...styles.matchAll(/var\((--drama-[a-z-]+)/g)].map(([, name]) => name ?? '')
    expect(missingIn(page('element'), used)).toEqual([])
  })
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
