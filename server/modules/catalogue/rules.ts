import type { Shelf } from '../../../contract/drama.js'
import type { LabelJson } from '../../db/schema.js'
import { cardOf, type DramaRow, type Showing } from './card.js'
import { hotTitle, newTitle } from './labels.js'

const BANNERS = 5
const SHELF_LENGTH = 12
const SHELVES = 12
const RELATED = 6

/** The dramas at the top of Home, in the editors' order. */
export const topOf = (rows: DramaRow[]) => rows.slice(0, BANNERS)

/** Home's shelves: hot, new, then one per category and one per tag that two dramas share. Ids serve as `tag_id`. */
export function shelvesOf(rows: DramaRow[], showing: Showing): Shelf[] {
  const hot = [...rows].sort((one, other) => Number(other.play_count) - Number(one.play_count))
  const newest = [...rows].sort((one, other) => other.online_at.getTime() - one.online_at.getTime())
  // A shelf with one cover looks like a mistake, unless there is little to show at all.
  const worthAShelf = Math.min(3, Math.ceil(rows.length / 4))
  const shelves = [
    { id: 'hot', title: hotTitle, rows: hot },
    { id: 'new', title: newTitle, rows: newest },
    ...labelledShelves(rows, row => [row.category], worthAShelf),
    ...labelledShelves(rows, row => row.tags, Math.max(2, worthAShelf))
  ]
  const unique = new Map(shelves.toReversed().map(shelf => [shelf.id, shelf]))
  return [...unique.values()]
    .toReversed()
    .filter(shelf => shelf.rows.length > 0)
    .slice(0, SHELVES)
    .map(shelf => ({
      id: shelf.id,
      title: shelf.title[showing.lang],
      list: shelf.rows.slice(0, SHELF_LENGTH).map(row => cardOf(row, showing))
    }))
}

function labelledShelves(rows: DramaRow[], labelsOf: (row: DramaRow) => LabelJson[], least: number) {
  const labels = new Map(rows.flatMap(labelsOf).map(label => [label.id, label.title]))
  return [...labels]
    .map(([id, title]) => ({ id, title, rows: rows.filter(row => labelsOf(row).some(label => label.id === id)) }))
    .filter(shelf => shelf.rows.length >= least)
}

/** Other dramas, those that share most labels first. */
export function relatedOf(drama: DramaRow, rows: DramaRow[]): DramaRow[] {
  const own = new Set(labelsOf(drama))
  const likeness = (row: DramaRow) => labelsOf(row).filter(label => own.has(label)).length
  return rows
    .filter(row => row.id !== drama.id)
    .sort((one, other) => likeness(other) - likeness(one))
    .slice(0, RELATED)
}

const labelsOf = (row: DramaRow) => [row.category.id, ...row.tags.map(tag => tag.id)]
