const SHORTEST = 4
const LONGEST = 24

/** Whether a word is long enough, and no number, to say that it was misspelt. */
export const canBeMisspelt = (word: string) => {
  const length = [...word].length
  return length >= SHORTEST && length <= LONGEST && !/\d/.test(word)
}

/** The word, and the word with one letter left out: two words that differ in one letter have one of these in common. */
export function spellingsOf(word: string): string[] {
  const letters = [...word]
  return [...new Set([word, ...letters.map((_, index) => letters.filter((_, other) => other !== index).join(''))])]
}

/** How many letters were changed, added, left out or swapped with their neighbour. */
export function distance(one: string, other: string): number {
  const [from, to] = [[...one], [...other]]
  const rows = [Array.from({ length: to.length + 1 }, (_, column) => column)]
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0
  for (let row = 1; row <= from.length; row++) {
    rows[row] = [row]
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1]
      const isSwap = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      rows[row]?.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          isSwap ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY
        )
      )
    }
  }
  return at(from.length, to.length)
}
