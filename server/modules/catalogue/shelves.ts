import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import type { CardRow } from './drama-answer.js'
import {
  countDramas,
  type DramaKey,
  dramasInOrder,
  dramasOfLabels,
  frequentLabels,
  type LabelKey
} from './list-queries.js'
import type { Localized } from './package/package-schema.js'
import { hotTitle, moreTitle, newTitle } from './titles.js'

const SHELF_LENGTH = 12
const ENOUGH_FOR_ANY_SHELF = 12

/** A shelf before it is put into a language. */
export interface ShelfRows {
  id: string
  title: Localized
  rows: CardRow[]
}

/** Where Home goes on: after a label (how many have it, its id), or after a drama (plays, id) and a shelf number. */
export type ShelfCursor =
  | { stage: 'labels'; key: LabelKey }
  | { stage: 'more'; key: readonly [plays: number, dramaId: string, shelfNo: number] }

interface Shelves {
  shelves: ShelfRows[]
  next: ShelfCursor | null
}

/** So many shelves: hot and new, then one per frequent label, then everything else by plays; and where to go on. */
export async function readShelves(db: Kysely<Database>, place: ShelfCursor | null, size: number): Promise<Shelves> {
  if (place?.stage === 'more') return moreShelves(db, place.key, size)
  const opening = place === null ? await openingShelves(db) : []
  const room = Math.max(0, size - opening.length)
  const labelled = await labelShelves(db, place?.key ?? null, room)
  const shelves = [...opening, ...labelled.shelves].filter(shelf => shelf.rows.length > 0)
  if (labelled.next !== null) return { shelves, next: labelled.next }
  const more = await moreShelves(db, await endOfHot(db), Math.max(0, room - labelled.shelves.length))
  return { shelves: [...shelves, ...more.shelves], next: more.next }
}

async function openingShelves(db: Kysely<Database>): Promise<ShelfRows[]> {
  const limit = { after: null, limit: SHELF_LENGTH }
  const [hot, newest] = await Promise.all([dramasInOrder(db, 'hot', limit), dramasInOrder(db, 'new', limit)])
  return [
    { id: 'hot', title: hotTitle, rows: hot },
    { id: 'new', title: newTitle, rows: newest }
  ]
}

async function labelShelves(db: Kysely<Database>, after: LabelKey | null, room: number): Promise<Shelves> {
  // A shelf with one cover looks like a mistake, unless there is little to show at all.
  const least = Math.max(1, Math.min(3, Math.ceil((await countDramas(db, ENOUGH_FOR_ANY_SHELF)) / 4)))
  const found = await frequentLabels(db, { after, limit: room + 1, least })
  const labels = found.slice(0, room)
  const dramas =
    labels.length === 0
      ? []
      : await dramasOfLabels(
          db,
          labels.map(({ id }) => id),
          SHELF_LENGTH
        )
  const shelves = labels.map(({ id, title }) => ({ id, title, rows: dramas.filter(row => row.label_id === id) }))
  const last = labels.at(-1)
  const hasMore = found.length > labels.length
  // Without room for a single label the next page starts with the first one: no label has this many dramas.
  const key: LabelKey = last === undefined ? (after ?? [2 ** 31 - 1, '']) : [last.drama_count, last.id]
  return { shelves, next: hasMore ? { stage: 'labels', key } : null }
}

/** Where the hot shelf ends and the shelves of everything else begin. */
async function endOfHot(db: Kysely<Database>): Promise<readonly [number, string, number] | null> {
  const hot = await dramasInOrder(db, 'hot', { after: null, limit: SHELF_LENGTH })
  const last = hot.at(-1)
  return last === undefined || hot.length < SHELF_LENGTH ? null : [Number(last.play_count), last.id, 1]
}

async function moreShelves(
  db: Kysely<Database>,
  from: readonly [number, string, number] | null,
  room: number
): Promise<Shelves> {
  if (from === null) return { shelves: [], next: null }
  const [plays, id, no] = from
  const after: DramaKey = [plays, id]
  const rows = await dramasInOrder(db, 'hot', { after, limit: room * SHELF_LENGTH + 1 })
  const shelves: ShelfRows[] = []
  for (let start = 0; start < rows.length && shelves.length < room; start += SHELF_LENGTH) {
    const shelfNo = no + shelves.length
    shelves.push({ id: `more-${shelfNo}`, title: moreTitle, rows: rows.slice(start, start + SHELF_LENGTH) })
  }
  const last = rows[room * SHELF_LENGTH - 1]
  if (rows.length <= room * SHELF_LENGTH) return { shelves, next: null }
  const key = last === undefined ? from : ([Number(last.play_count), last.id, no + room] as const)
  return { shelves, next: { stage: 'more', key } }
}
