/** A piece of a text; `isMatch` where it is what was searched for. */
export interface TextSegment {
  text: string
  isMatch: boolean
}

/** Letters as search compares them: without accents, case and width. */
function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** Splits a text where words of the keyword stand in it, at the start of a word or anywhere in Chinese. */
export function highlight(text: string, keyword: string): TextSegment[] {
  const words = fold(keyword)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  // One character of the text may fold into several: each keeps the place it came from.
  const folded = [...text].flatMap((character, place) => [...fold(character)].map(letter => ({ letter, place })))
  const letters = folded.map(({ letter }) => letter).join('')
  const marked = new Set<number>()
  for (const word of words) {
    const length = [...word].length
    for (let at = letters.indexOf(word); at >= 0; at = letters.indexOf(word, at + 1)) {
      const start = [...letters.slice(0, at)].length
      if (!startsWord(letters, at, word)) continue
      for (const { place } of folded.slice(start, start + length)) marked.add(place)
    }
  }
  return join([...text].map((character, place) => ({ text: character, isMatch: marked.has(place) })))
}

function startsWord(letters: string, at: number, word: string): boolean {
  return /\p{Script=Han}/u.test(word) || !/[\p{L}\p{N}]$/u.test(letters.slice(0, at))
}

function join(pieces: readonly TextSegment[]): TextSegment[] {
  const joined: TextSegment[] = []
  for (const piece of pieces) {
    const last = joined.at(-1)
    if (last && (last.isMatch === piece.isMatch || /^\p{M}$/u.test(piece.text))) last.text += piece.text
    else joined.push({ ...piece })
  }
  return joined
}
