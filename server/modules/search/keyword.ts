import { fold } from './fold.js'
import { stopWords } from './stop-words.js'
import { type Piece, splitPairs, splitPieces } from './tokens.js'

/** The index does not look up further pieces: the text of a match must contain them. */
const MAX_CONDITIONS = 8

export interface Keyword {
  whole: string
  pieces: Piece[]
}

export function parseKeyword(text: string): Keyword {
  const whole = fold(text)
  const all = [...new Map(splitPieces(whole).map(piece => [piece.text, piece])).values()]
  const significant = all.filter(piece => !stopWords.has(piece.text))
  return { whole, pieces: significant.length > 0 ? significant : all }
}

export interface Term {
  token: string
  isWhole: boolean
}

export type Condition = Term[]

/** `requiredTexts` are texts that the drama's body must also contain. */
export interface SearchConditions {
  conditions: Condition[]
  requiredTexts: string[]
}

export function toConditions(
  { pieces }: Keyword,
  completions: ReadonlyMap<string, readonly string[]>
): SearchConditions {
  const conditions: Condition[] = []
  const requiredTexts: string[] = []
  for (const { kind, text } of pieces) {
    const terms =
      kind === 'run'
        ? splitPairs(text).map(token => [toWholeTerm(token)])
        : [toWordTerms(text, completions.get(text) ?? [])]
    const remaining = MAX_CONDITIONS - conditions.length
    conditions.push(...terms.slice(0, remaining))
    if (terms.length > 1 || remaining <= 0) requiredTexts.push(kind === 'run' ? text : ` ${text}`)
  }
  return { conditions, requiredTexts }
}

const toWholeTerm = (token: string): Term => ({ token, isWhole: true })

const toWordTerms = (word: string, completions: readonly string[]): Condition => [
  toWholeTerm(word),
  ...completions.filter(completion => completion !== word).map(token => ({ token, isWhole: false }))
]
