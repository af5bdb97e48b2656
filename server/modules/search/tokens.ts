import { fold } from './fold.js'

const MAX_WORD = 32

/** What a text is found by: a word, or a run of signs written without spaces, which any part of may be asked for. */
export type Piece = { kind: 'word' | 'run'; text: string }

const isUnspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]/u
const pieces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+|[^ \p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+/gu

/** Takes a folded text apart. */
export function piecesOf(folded: string): Piece[] {
  return (folded.match(pieces) ?? []).map(text =>
    isUnspaced.test(text) ? { kind: 'run', text } : { kind: 'word', text: [...text].slice(0, MAX_WORD).join('') }
  )
}

/** Pairs of neighbouring signs; a single sign is its own. */
export function pairsOf(run: string): string[] {
  const signs = [...run]
  if (signs.length < 2) return signs
  return signs.slice(1).map((sign, index) => `${signs[index]}${sign}`)
}

/** The words of a text, as it is spelt and as it is folded. */
export interface Word {
  word: string
  surface: string
}

/** Words in their own spelling, lower case: what may be shown to somebody who spelt them otherwise. */
export function wordsOf(text: string): Word[] {
  return (text.match(/[\p{L}\p{M}\p{N}'’]+/gu) ?? []).flatMap(match => {
    const words = piecesOf(fold(match)).filter(({ kind }) => kind === 'word')
    const surface = match
      .normalize('NFC')
      .toLowerCase()
      .replace(/^['’]+|['’]+$/g, '')
    return words.map(({ text: word }) => ({ word, surface: fold(surface) === word ? surface : word }))
  })
}
