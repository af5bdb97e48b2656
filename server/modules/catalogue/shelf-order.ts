import type { Localized } from './package/package-schema.js'

export interface Shelf<Row extends { id: string }> {
  id: string
  title: Localized
  rows: Row[]
}

/** Covers that a phone shows of a shelf. */
const VISIBLE_DRAMAS = 4

/**
 * Moves dramas with which earlier shelves begin behind the others, so that a viewer who scrolls down sees other covers.
 * Keeps the ranking of `hot`, and otherwise the order of rows.
 */
export function varyFirstDramas<Row extends { id: string }>(shelves: readonly Shelf<Row>[]): Shelf<Row>[] {
  const shownTimes = new Map<string, number>()
  const timesOf = ({ id }: Row) => shownTimes.get(id) ?? 0
  return shelves.map(shelf => {
    const rows = shelf.id === 'hot' ? shelf.rows : shelf.rows.toSorted((one, other) => timesOf(one) - timesOf(other))
    for (const row of rows.slice(0, VISIBLE_DRAMAS)) shownTimes.set(row.id, timesOf(row) + 1)
    return { ...shelf, rows }
  })
}
