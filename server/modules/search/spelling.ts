const MIN_LENGTH = 4
const MAX_LENGTH = 24

export const canBeMisspelt = (word: string) => {
  const length = [...word].length
  return length >= MIN_LENGTH && length <= MAX_LENGTH && !/\d/.test(word)
}

/** The word, and each form with one letter missing. Words that differ in one letter share one of these forms. */
export function listSpellings(word: string): string[] {
  const letters = [...word]
  return [...new Set([word, ...letters.map((_, index) => letters.filter((_, other) => other !== index).join(''))])]
}

export function countEdits(one: string, other: string): number {
  const [from, to] = [[...one], [...other]]
  const rows = [Array.from({ length: to.length + 1 }, (_, column) => column)]
  const distanceAt = (row: number, column: number) => rows[row]?.[column] ?? 0
  for (let row = 1; row <= from.length; row++) {
    rows[row] = [row]
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1]
      const isSwap = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      rows[row]?.push(
        Math.min(
          distanceAt(row - 1, column) + 1,
          distanceAt(row, column - 1) + 1,
          distanceAt(row - 1, column - 1) + (isSame ? 0 : 1),
          isSwap ? distanceAt(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY
        )
      )
    }
  }
  return distanceAt(from.length, to.length)
}
