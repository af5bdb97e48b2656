import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import type { DramaCardRow } from './drama-response.js'
import {
  countDramas,
  type DramaCursor,
  findDramasInOrder,
  findDramasOfLabels,
  findFrequentLabels,
  type LabelCursor
} from './list-queries.js'
import { type Shelf, varyFirstDramas } from './shelf-order.js'
import { hotTitle, moreTitle, newTitle, topTitle } from './titles.js'

const DRAMAS_PER_SHELF = 12
const TOP_DRAMAS = 10
const FULL_CATALOGUE_DRAMAS = 12

export type ShelfRows = Shelf<DramaCardRow>

export type ShelfCursor =
  | { stage: 'labels'; key: LabelCursor }
  | { stage: 'more'; key: readonly [plays: number, dramaId: string, shelfNo: number] }

interface ShelfPage {
  shelves: ShelfRows[]
  next: ShelfCursor | null
}

export async function readShelves(db: Kysely<Database>, cursor: ShelfCursor | null, size: number): Promise<ShelfPage> {
  if (cursor?.stage === 'more') return readMoreShelves(db, cursor.key, size)
  const firstShelves = cursor === null ? await readFirstShelves(db) : []
  const remaining = Math.max(0, size - firstShelves.length)
  const labelled = await readLabelShelves(db, cursor?.key ?? null, remaining)
  const shelves = varyFirstDramas([...firstShelves, ...labelled.shelves].filter(shelf => shelf.rows.length > 0))
  if (labelled.next !== null) return { shelves, next: labelled.next }
  const more = await readMoreShelves(db, await readEndOfHot(db), Math.max(0, remaining - labelled.shelves.length))
  return { shelves: [...shelves, ...more.shelves], next: more.next }
}

async function readFirstShelves(db: Kysely<Database>): Promise<ShelfRows[]> {
  const [hot, newest] = await Promise.all([
    findDramasInOrder(db, 'hot', { after: null, limit: TOP_DRAMAS }),
    findDramasInOrder(db, 'new', { after: null, limit: DRAMAS_PER_SHELF })
  ])
  return [
    { id: 'hot', title: hot.length < TOP_DRAMAS ? hotTitle : topTitle, rows: hot },
    { id: 'new', title: newTitle, rows: newest }
  ]
}

async function readLabelShelves(
  db: Kysely<Database>,
  after: LabelCursor | null,
  remaining: number
): Promise<ShelfPage> {
  // A shelf with one cover looks like a mistake, unless the catalogue is small.
  const minDramas = Math.max(1, Math.min(3, Math.ceil((await countDramas(db, FULL_CATALOGUE_DRAMAS)) / 4)))
  const found = await findFrequentLabels(db, { after, limit: remaining + 1, minDramas })
  const labels = found.slice(0, remaining)
  const dramas =
    labels.length === 0
      ? []
      : await findDramasOfLabels(
          db,
          labels.map(({ id }) => id),
          DRAMAS_PER_SHELF
        )
  const shelves = labels.map(({ id, title }) => ({ id, title, rows: dramas.filter(row => row.label_id === id) }))
  const last = labels.at(-1)
  const hasMore = found.length > labels.length
  // Without room for a label the next page starts with the first one: no label has this many dramas.
  const key: LabelCursor = last === undefined ? (after ?? [2 ** 31 - 1, '']) : [last.drama_count, last.id]
  return { shelves, next: hasMore ? { stage: 'labels', key } : null }
}

async function readEndOfHot(db: Kysely<Database>): Promise<readonly [number, string, number] | null> {
  const hot = await findDramasInOrder(db, 'hot', { after: null, limit: TOP_DRAMAS })
  const last = hot.at(-1)
  return last === undefined || hot.length < TOP_DRAMAS ? null : [Number(last.play_count), last.id, 1]
}

async function readMoreShelves(
  db: Kysely<Database>,
  from: readonly [number, string, number] | null,
  remaining: number
): Promise<ShelfPage> {
  if (from === null) return { shelves: [], next: null }
  const [plays, id, no] = from
  const after: DramaCursor = [plays, id]
  const rows = await findDramasInOrder(db, 'hot', { after, limit: remaining * DRAMAS_PER_SHELF + 1 })
  const shelves: ShelfRows[] = []
  for (let start = 0; start < rows.length && shelves.length < remaining; start += DRAMAS_PER_SHELF) {
    const shelfNo = no + shelves.length
    shelves.push({ id: `more-${shelfNo}`, title: moreTitle, rows: rows.slice(start, start + DRAMAS_PER_SHELF) })
  }
  const last = rows[remaining * DRAMAS_PER_SHELF - 1]
  if (rows.length <= remaining * DRAMAS_PER_SHELF) return { shelves, next: null }
  const key = last === undefined ? from : ([Number(last.play_count), last.id, no + remaining] as const)
  return { shelves, next: { stage: 'more', key } }
}
