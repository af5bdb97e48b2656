import { fold } from './fold.js'
import { stopWords } from './stop-words.js'
import { type Piece, pairsOf, piecesOf } from './tokens.js'

/** More than these are not looked up one by one: the text of what was found must hold them. */
const MAX_CONDITIONS = 8

/** What is searched: the whole text folded, and its pieces, each once. */
export interface Keyword {
  whole: string
  pieces: Piece[]
}

export function readKeyword(text: string): Keyword {
  const whole = fold(text)
  const all = [...new Map(piecesOf(whole).map(piece => [piece.text, piece])).values()]
  const telling = all.filter(piece => !stopWords.has(piece.text))
  return { whole, pieces: telling.length > 0 ? telling : all }
}

/** One token that a drama may be found by; `isWhole` false for a word that only begins with what was typed. */
export interface Term {
  token: string
  isWhole: boolean
}

/** What a drama must have: at least one of the terms. */
export type Condition = Term[]

/** Conditions that the index answers, and texts that must stand in the drama's body besides. */
export interface Conditions {
  conditions: Condition[]
  verified: string[]
}

/** A word is met by itself and by words it begins; a run by its pairs, side by side. */
export function conditionsOf({ pieces }: Keyword, completions: ReadonlyMap<string, readonly string[]>): Conditions {
  const conditions: Condition[] = []
  const verified: string[] = []
  for (const { kind, text } of pieces) {
    const terms =
      kind === 'run' ? pairsOf(text).map(token => [wholeTerm(token)]) : [wordTerms(text, completions.get(text) ?? [])]
    const room = MAX_CONDITIONS - conditions.length
    conditions.push(...terms.slice(0, room))
    if (terms.length > 1 || room <= 0) verified.push(kind === 'run' ? text : ` ${text}`)
  }
  return { conditions, verified }
}

const wholeTerm = (token: string): Term => ({ token, isWhole: true })

const wordTerms = (word: string, completions: readonly string[]): Condition => [
  wholeTerm(word),
  ...completions.filter(completion => completion !== word).map(token => ({ token, isWhole: false }))
]
