import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { personalTables } from '../server/modules/account/personal-data.js'

const page = readFileSync('docs/guide/consent-and-data.md', 'utf8')
/** Names in the first column of the tables under a heading. */
function listed(heading: string): string[] {
  const [part = ''] = (page.split(`## ${heading}\n`)[1] ?? '').split('\n## ')
  const cells = [...part.matchAll(/^\| (`[^|]+`) *\|/gm)].map(([, cell]) => cell ?? '')
  return cells.flatMap(cell => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? '')).sort()
}

const sources = ['src', 'widget'].flatMap(root =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map(entry => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'))
)

test('docs/guide/consent-and-data.md lists every key that the app keeps in the browser, and none besides', () => {
  const keys = sources.flatMap(text => [...text.matchAll(/['"`](drama_[a-z_]+|firstui_[a-z_]+)['"`]/g)])
  // A field of events looks like one.
  const kept = new Set(keys.flatMap(([, key]) => (key === undefined || key === 'drama_id' ? [] : key)))
  expect(listed('In the browser')).toEqual([...kept].sort())
})

test('one file alone uses browser storage, and one reads the cookies of the page, which none writes', () => {
  const filesWith = (pattern: RegExp) => sources.filter(text => pattern.test(text))
  expect(filesWith(/localStorage|sessionStorage|indexedDB|caches\.open/)).toHaveLength(1)
  expect(filesWith(/\bcookie\b/)).toHaveLength(1)
  expect(filesWith(/\bcookie\s*=|cookieStore/)).toHaveLength(0)
})

test('docs/guide/consent-and-data.md lists every table with something of a viewer', () => {
  expect(listed('On the server')).toEqual(['users', ...Object.keys(personalTables)].sort())
})
