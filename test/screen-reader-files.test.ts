import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const FOLDER = 'docs/reference/screen-reader'
const files = readdirSync(FOLDER).filter(name => name.endsWith('.md'))
const NAMED = /^ *(button|link|image|radio|switch|tab|slider|textbox|searchbox|checkbox|dialog|navigation|heading)\b/

const readLines = (file: string) => readFileSync(`${FOLDER}/${file}`, 'utf8').split('\n')
const readNames = (file: string) =>
  readLines(file)
    .filter(line => NAMED.test(line))
    .map(line => /“(.*?)”/.exec(line)?.[1] ?? '')

/** Names that are the same in English: of products, actors, languages and numbers. */
const SAME_IN_ENGLISH =
  /^(Drama|Player|VIP|Romance|CEO|Passes|Nora Abreu|Bia Novaes|WhatsApp|Facebook|Telegram|English|Português|Español|简体中文|繁體中文|Picture-in-picture|Ranking|Editar|no|Total|Auto|Normal|Email|General|Historial|[\d\s.,x:–%p/]+|EP .*)$/

describe('what a screen reader reads', () => {
  test('there is a file of each language', () => {
    expect(files.sort()).toEqual(['en.md', 'es.md', 'pt.md', 'zh-Hans.md', 'zh-Hant.md'])
  })

  test.each(files)('in %s every screen was reached, and every control has a name with a word in it', file => {
    expect(readLines(file).filter(line => line === '(not reached)')).toEqual([])
    const unnamed = readLines(file).filter(line => NAMED.test(line) && !/“[^”]*[\p{L}\p{N}][^”]*”/u.test(line))
    expect(unnamed).toEqual([])
  })

  test.each(files.filter(name => name !== 'en.md'))('in %s no name is English', file => {
    const english = new Set(readNames('en.md'))
    const left = readNames(file).filter(name => english.has(name) && !SAME_IN_ENGLISH.test(name))
    expect([...new Set(left)]).toEqual([])
  })

  test.each(files.filter(name => name.startsWith('zh')))('in %s no control has a name in Latin words only', file => {
    const latin = readNames(file).filter(name => /^[A-Za-z ]{4,}$/.test(name) && !SAME_IN_ENGLISH.test(name))
    expect([...new Set(latin)]).toEqual([])
  })
})
