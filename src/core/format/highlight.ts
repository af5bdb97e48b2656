export interface TextSegment {
  text: string
  isMatch: boolean
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/**
 * Matches words of `keyword` at the start of a word, in Chinese anywhere. Ignores case, accents and width, like the
 * search.
 */
export function highlight(text: string, keyword: string): TextSegment[] {
  const words = fold(keyword)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  const folded = [...text].flatMap((character, index) => [...fold(character)].map(letter => ({ letter, index })))
  const letters = folded.map(({ letter }) => letter).join('')
  const marked = new Set<number>()
  for (const word of words) {
    const length = [...word].length
    for (let at = letters.indexOf(word); at >= 0; at = letters.indexOf(word, at + 1)) {
      const start = [...letters.slice(0, at)].length
      if (!startsWord(letters, at, word)) continue
      for (const { index } of folded.slice(start, start + length)) marked.add(index)
    }
  }
  return mergeSegments([...text].map((character, index) => ({ text: character, isMatch: marked.has(index) })))
}

function startsWord(letters: string, at: number, word: string): boolean {
  return /\p{Script=Han}/u.test(word) || !/[\p{L}\p{N}]$/u.test(letters.slice(0, at))
}

function mergeSegments(segments: readonly TextSegment[]): TextSegment[] {
  const merged: TextSegment[] = []
  for (const segment of segments) {
    const last = merged.at(-1)
    if (last && (last.isMatch === segment.isMatch || /^\p{M}$/u.test(segment.text))) last.text += segment.text
    else merged.push({ ...segment })
  }
  return merged
}
