import fc from 'fast-check'
import { expect, test } from 'vitest'
import { langs } from '../../../contract/protocol/language.js'
import { keyword } from '../../../contract/search.js'
import { fold } from '../../../server/modules/search/fold.js'
import { parseKeyword } from '../../../server/modules/search/keyword.js'
import {
  createSearchDocument,
  tokenWeightClasses,
  toWholeToken
} from '../../../server/modules/search/search-document.js'
import { canBeMisspelt, countEdits, listSpellings } from '../../../server/modules/search/spelling.js'
import { splitPairs, splitPieces, splitWords } from '../../../server/modules/search/tokens.js'
import { texts } from '../support/package-fixture.js'

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom(..."aáÀçÑñßœİΣς’'-. \u0301\u200d\u202e０ＡＺｶﾞ中国国霸道总裁한글ガ😀\ud800\0½℡") })
)

const folds: [string, string][] = [
  ['AÇÃO', 'acao'],
  ['El Niño', 'el nino'],
  ['Ｆｕｌｌ　ｗｉｄｔｈ', 'full width'],
  ['ﾊﾟﾘ', 'ハリ'],
  ["Don’t — it's", 'dont its'],
  ["copo d'água", 'copo d agua'],
  ['Straße', 'strasse'],
  ['İstanbul ISPARTA', 'istanbul isparta'],
  ['ΟΔΟΣ ὁδός', 'οδοσ οδοσ'],
  ['23:59', '23 59'],
  ['a\u0301\u200db\u202ec', 'abc'],
  ['한국', '한국'],
  ['霸道總裁！', '霸道總裁'],
  ['½ ℡', '1 2 tel'],
  ['😀 %_\\', ''],
  ['\ud800', '']
]
test.each(folds)('%j is compared as %j', (text, folded) => expect(fold(text)).toBe(folded))

test('folding twice changes nothing, whatever the form a text came in', () => {
  fc.assert(
    fc.property(anyText, text => {
      const folded = fold(text)
      expect(fold(folded)).toBe(folded)
      for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD']) expect(fold(text.normalize(form))).toBe(folded)
      expect(folded).not.toMatch(/^ | {2}| $|[\p{Lu}\p{M}\p{Cf}\p{Cc}\p{P}]/u)
    }),
    { numRuns: 2000 }
  )
})

test('every sign there is can be folded, and stays as it is from then on', () => {
  const unstable: string[] = []
  for (let code = 0; code <= 0x10ffff; code++) {
    const folded = fold(`a${String.fromCodePoint(code)}`)
    if (fold(folded) !== folded) unstable.push(code.toString(16))
  }
  expect(unstable).toEqual([])
})

test('a folded text is its pieces and nothing else', () => {
  fc.assert(
    fc.property(anyText, text => {
      const folded = fold(text)
      const short = folded.split(' ').every(word => [...word].length <= 32)
      if (short)
        expect(
          splitPieces(folded)
            .map(piece => piece.text)
            .join('')
        ).toBe(folded.replaceAll(' ', ''))
      for (const { word } of splitWords(text)) expect(fold(word)).toBe(word)
    })
  )
  expect(splitPieces('ceo霸道 23h')).toEqual([
    { kind: 'word', text: 'ceo' },
    { kind: 'run', text: '霸道' },
    { kind: 'word', text: '23h' }
  ])
  expect(splitPairs('霸道总裁')).toEqual(['霸道', '道总', '总裁'])
  expect(splitWords("Coração d'Água CEO总裁 “É”")).toEqual([
    { word: 'coracao', surface: 'coração' },
    { word: 'd', surface: 'd' },
    { word: 'agua', surface: 'agua' },
    { word: 'ceo', surface: 'ceo' },
    { word: 'e', surface: 'é' }
  ])
})

test('what is asked of a text by any of its words, or by any part of a run, is among its tokens', () => {
  fc.assert(
    fc.property(
      anyText.filter(text => fold(text) !== ''),
      text => {
        const title = { pt: text, en: 'x', es: 'x', 'zh-cn': 'x', 'zh-tw': 'x' }
        const { postings, body } = createSearchDocument({ title, synopsis: texts('s'), cast: [], labels: [] })
        const tokens = new Map(postings.map(posting => [posting.token, posting.class]))
        expect(tokens.get(toWholeToken(fold(text)))).toBe(tokenWeightClasses.whole)
        for (const { kind, text: piece } of parseKeyword(text).pieces) {
          if (kind === 'word') expect(tokens.get(piece)).toBe(tokenWeightClasses.title)
          else
            for (const token of [...piece, ...splitPairs(piece)])
              expect(tokens.get(token)).toBe(tokenWeightClasses.title)
          expect(body).toContain(piece)
        }
      }
    )
  )
})

test('a token keeps its best place and the languages of the titles that have it', () => {
  const title = { pt: 'Amor', en: 'Love', es: 'Amor', 'zh-cn': '爱情', 'zh-tw': '愛情' }
  const { postings } = createSearchDocument({
    title,
    synopsis: texts('amor love vingança'),
    cast: ['Ana Love'],
    labels: [{ ...texts('love'), pt: 'Vingança' }]
  })
  const at = (token: string) => postings.filter(posting => posting.token === token)
  expect(at('amor')).toEqual([
    { token: 'amor', class: tokenWeightClasses.title, langs: 1 | (1 << langs.indexOf('es')) }
  ])
  expect(at('love')).toEqual([{ token: 'love', class: tokenWeightClasses.title, langs: 1 << langs.indexOf('en') }])
  expect(at('ana')).toMatchObject([{ class: tokenWeightClasses.cast }])
  expect(at('vinganca')).toMatchObject([{ class: tokenWeightClasses.tag }])
})

test('words that tell nothing are needed only when there are no others', () => {
  expect(parseKeyword('o amor e a guerra').pieces.map(piece => piece.text)).toEqual(['amor', 'guerra'])
  expect(parseKeyword('a do').pieces.map(piece => piece.text)).toEqual(['a', 'do'])
})

const letters = fc.string({ unit: fc.constantFrom(...'abcd'), minLength: 4, maxLength: 10 })

test('two words that differ in one letter share a spelling', () => {
  fc.assert(
    fc.property(
      letters,
      letters,
      fc.nat(),
      fc.constantFrom('drop', 'add', 'change', 'swap'),
      (word, other, place, how) => {
        const at = place % word.length
        const [before, sign, after] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)]
        const changed = {
          drop: before + after,
          add: `${before}x${sign}${after}`,
          change: `${before}x${after}`,
          swap: before + after.charAt(0) + sign + after.slice(1)
        }[how]
        expect(countEdits(word, changed)).toBe(word === changed ? 0 : 1)
        expect(listSpellings(word).some(spelling => listSpellings(changed).includes(spelling))).toBe(true)
        expect(countEdits(word, other)).toBe(countEdits(other, word))
        expect(countEdits(word, other)).toBeLessThanOrEqual(Math.max(word.length, other.length))
      }
    )
  )
})

test('short words and numbers are not said to be misspelt', () => {
  expect(['amo', 'amor', '1999', 'x'.repeat(25)].map(canBeMisspelt)).toEqual([false, true, false, false])
})

test('a keyword is what stands between spaces and invisible signs', () => {
  fc.assert(
    fc.property(anyText, text => {
      const parsed = keyword.safeParse(`\u3000\u200f ${text}\n\u202e`)
      if (parsed.success) {
        expect(parsed.data).not.toMatch(/^[\s\p{Cc}\p{Cf}]|[\s\p{Cc}\p{Cf}]$/u)
        expect(parsed.data).not.toContain('\0')
        expect(text).toContain(parsed.data)
      } else {
        expect(text.replace(/[\s\p{Cc}\p{Cf}]/gu, '') === '' || text.includes('\0')).toBe(true)
      }
    })
  )
})
