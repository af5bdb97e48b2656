import { fold } from './fold.js'

const MAX_WORD_LENGTH = 32

/** A run is text in a script without spaces, such as Chinese: viewers may search any part of it. */
export type Piece = { kind: 'word' | 'run'; text: string }

const unspacedCharacter = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]/u
const piecePattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+|[^ \p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+/gu

export function splitPieces(folded: string): Piece[] {
  return (folded.match(piecePattern) ?? []).map(text =>
    unspacedCharacter.test(text)
      ? { kind: 'run', text }
      : { kind: 'word', text: [...text].slice(0, MAX_WORD_LENGTH).join('') }
  )
}

export function splitPairs(run: string): string[] {
  const characters = [...run]
  if (characters.length < 2) return characters
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}

export interface Word {
  word: string
  surface: string
}

export function splitWords(text: string): Word[] {
  return (text.match(/[\p{L}\p{M}\p{N}'’]+/gu) ?? []).flatMap(match => {
    const words = splitPieces(fold(match)).filter(({ kind }) => kind === 'word')
    const surface = match
      .normalize('NFC')
      .toLowerCase()
      .replace(/^['’]+|['’]+$/g, '')
    return words.map(({ text: word }) => ({ word, surface: fold(surface) === word ? surface : word }))
  })
}
