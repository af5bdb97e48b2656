import { type Lang, langs } from '../../../contract/protocol/language.js'
import type { Localized } from '../catalogue/package/package-schema.js'
import { fold } from './fold.js'
import { stopWords } from './stop-words.js'
import { splitPairs, splitPieces, splitWords } from './tokens.js'

/** Increase it when documents change: every drama is then indexed again. */
export const DOCUMENT_VERSION = 1

/** The places of a token, best first. A complete title is one token that starts with `=`. */
export const tokenWeightClasses = { whole: 0, title: 1, cast: 2, tag: 3, synopsis: 4 } as const

export interface SearchableDrama {
  title: Localized
  synopsis: Localized
  cast: readonly string[]
  labels: readonly Localized[]
}

export interface SearchPosting {
  token: string
  class: number
  langs: number
}

/** `body` has one folded text per line. `words` maps the folded words of title, cast and tags to their spelling. */
export interface SearchDocument {
  body: string
  postings: SearchPosting[]
  words: Map<string, string>
}

export const toLangBit = (lang: Lang) => 1 << langs.indexOf(lang)

export const toWholeToken = (folded: string) => `=${[...folded].slice(0, 80).join('')}`

export function createSearchDocument(drama: SearchableDrama): SearchDocument {
  const postings = new Map<string, SearchPosting>()
  const words = new Map<string, string>()
  const lines: string[] = []
  const add = (token: string, place: number, bits: number) => {
    const known = postings.get(token)
    if (known === undefined) postings.set(token, { token, class: place, langs: bits })
    else known.langs |= bits
  }
  const addText = (text: string, place: number, bits = 0) => {
    const folded = fold(text)
    lines.push(` ${folded} `)
    for (const token of listTokens(folded, place)) add(token, place, bits)
    if (place !== tokenWeightClasses.synopsis)
      for (const { word, surface } of splitWords(text)) words.set(word, surface)
    return folded
  }
  // Goes in the order of classes, so that a token keeps its best place.
  for (const lang of langs) {
    const folded = addText(drama.title[lang], tokenWeightClasses.title, toLangBit(lang))
    if (folded !== '') add(toWholeToken(folded), tokenWeightClasses.whole, toLangBit(lang))
  }
  for (const name of drama.cast) addText(name, tokenWeightClasses.cast)
  for (const label of drama.labels) for (const lang of langs) addText(label[lang], tokenWeightClasses.tag)
  for (const lang of langs) addText(drama.synopsis[lang], tokenWeightClasses.synopsis)
  return { body: [...new Set(lines)].join('\n'), postings: [...postings.values()], words }
}

function listTokens(folded: string, place: number): string[] {
  const isLong = place === tokenWeightClasses.synopsis
  return splitPieces(folded).flatMap(({ kind, text }) => {
    if (kind === 'word') return isLong && stopWords.has(text) ? [] : [text]
    return isLong ? splitPairs(text) : [...text, ...splitPairs(text)]
  })
}
