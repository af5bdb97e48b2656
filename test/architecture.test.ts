import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

// Who may import whom stands in .dependency-cruiser.mjs.

const sources = ['contract', 'src', 'widget', 'server', 'demo', 'locales'].flatMap(root =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map(entry => path.join(entry.parentPath, entry.name))
)

/** The file without comments. */
const codeOf = (file: string) =>
  readFileSync(file, 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|\s)\/\/.*$/gm, '')

const filesWith = (folder: RegExp, pattern: RegExp) =>
  sources.filter(file => folder.test(file) && pattern.test(codeOf(file)))

test('core reaches the browser through its environment alone, views leave document, storage and fetch to others', () => {
  const globals = /(?<![.\w'`])(window|localStorage|sessionStorage|navigator)\s*[.[]|(?<![.\w])document\s*\./
  const outsideViews = /(?<![.\w])(document\.(body|querySelector|head)|localStorage|fetch\()/
  expect([...filesWith(/^src\/core\//, globals), ...filesWith(/^src\/views\//, outsideViews)]).toEqual([])
})

test('nothing writes HTML from text, and nothing escapes the type checker', () => {
  const banned =
    /innerHTML|dangerouslySetInnerHTML|createPortal\([^,]*document|<form[^>]*action=|@ts-ignore|@ts-nocheck|\bas any\b|: any\b/
  expect(sources.length).toBeGreaterThan(800)
  expect(filesWith(/./, banned)).toEqual([])
})
