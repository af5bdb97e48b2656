/** Sizes of one class differ by 9 % at most. */
const CLASSES_PER_DOUBLING = 8

/** 0 for sizes below 1. */
export const toSizeClass = (size: number): number =>
  size < 1 ? 0 : 1 + Math.floor(Math.log2(size) * CLASSES_PER_DOUBLING)

/** The middle of the class, which differs from its sizes by 5 % at most. */
export const toMiddleSize = (sizeClass: number): number =>
  sizeClass === 0 ? 0 : 2 ** ((sizeClass - 0.5) / CLASSES_PER_DOUBLING)

/** `share` is 0.5 for the median. Null without values. */
export function findPercentile(counts: ReadonlyMap<number, number>, share: number): number | null {
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
  let before = 0
  for (const [sizeClass, count] of [...counts].toSorted(([one], [other]) => one - other)) {
    before += count
    if (before >= all * share && count > 0) return Math.round(toMiddleSize(sizeClass))
  }
  return null
}
