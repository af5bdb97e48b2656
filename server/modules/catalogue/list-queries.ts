import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { isBeforeKey } from '../../lib/cursor.js'
import { bannerColumns, cardColumns } from './drama-answer.js'

/** By plays (`hot`), by age (`new`), finished dramas by plays (`finish`), or by how many keep it (`fav`). */
export type DramaOrder = 'hot' | 'new' | 'finish' | 'fav'

const columns = { hot: 'play_count', new: 'online_at', finish: 'play_count', fav: 'favorite_count' } as const

/** The last row of the page before: what the list is ordered by, then the drama's id. */
export type DramaKey = readonly [number | Date, string]

interface Listing {
  after: DramaKey | null
  limit: number
}

/** Cards of online dramas in an order, highest first. */
export function dramasInOrder(db: Kysely<Database>, order: DramaOrder, { after, limit }: Listing) {
  const column = `dramas.${columns[order]}` as const
  return db
    .selectFrom('dramas')
    .select(cardColumns)
    .select('dramas.online_at')
    .where('dramas.status', '=', 'online')
    .$if(order === 'finish', query => query.where('dramas.is_finished', '=', true))
    .$if(after !== null, query => query.where(isBeforeKey([column, 'dramas.id'], after ?? [])))
    .orderBy(column, 'desc')
    .orderBy('dramas.id', 'desc')
    .limit(limit)
    .execute()
}

export type LabelOrder = Exclude<DramaOrder, 'fav'>

/** Cards of the online dramas that have a label, in an order, highest first. */
export function labelledDramas(db: Kysely<Database>, label: string, order: LabelOrder, { after, limit }: Listing) {
  const column = columns[order]
  return db
    .selectFrom(
      db
        .selectFrom('drama_labels')
        .select(['drama_id', column])
        .where('label_id', '=', label)
        .where(isOnline)
        .$if(order === 'finish', query => query.where('is_finished', '=', true))
        .$if(after !== null, query => query.where(isBeforeKey([column, 'drama_id'], after ?? [])))
        .orderBy(column, 'desc')
        .orderBy('drama_id', 'desc')
        .limit(limit)
        .as('listed')
    )
    .innerJoin('dramas', 'dramas.id', 'listed.drama_id')
    .select(cardColumns)
    .select('dramas.online_at')
    .orderBy(`listed.${column}`, 'desc')
    .orderBy('dramas.id', 'desc')
    .execute()
}

// As a subquery of its own, so that it is asked row by row, in the order of the index, until the page is full.
const isOnline = sql<boolean>`(select status from dramas where dramas.id = drama_labels.drama_id) = 'online'`

/** The dramas at the top of Home, in the editors' order. */
export function editorsDramas(db: Kysely<Database>, limit: number) {
  return db
    .selectFrom('dramas')
    .select(bannerColumns)
    .where('status', '=', 'online')
    .orderBy('sort')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** A label, and the dramas of its shelf. */
export type LabelKey = readonly [number, string]

/** Labels that enough dramas have, most frequent first. */
export function frequentLabels(
  db: Kysely<Database>,
  { after, limit, least }: { after: LabelKey | null; limit: number; least: number }
) {
  return db
    .selectFrom('labels')
    .selectAll()
    .where('drama_count', '>=', least)
    .$if(after !== null, query => query.where(isBeforeKey(['drama_count', 'id'], after ?? [])))
    .orderBy('drama_count', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** How many dramas are online; counted up to a limit. */
export async function countDramas(db: Kysely<Database>, upTo: number): Promise<number> {
  const some = db.selectFrom('dramas').select('id').where('status', '=', 'online').limit(upTo)
  return (await some.execute()).length
}

/** The most played dramas of each label, so many of each. */
export function dramasOfLabels(db: Kysely<Database>, labels: readonly string[], limit: number) {
  return db
    .selectFrom('labels')
    .innerJoinLateral(
      query =>
        query
          .selectFrom('drama_labels')
          .select(['drama_id', 'play_count'])
          .whereRef('drama_labels.label_id', '=', 'labels.id')
          .where(isOnline)
          .orderBy('play_count', 'desc')
          .orderBy('drama_id', 'desc')
          .limit(limit)
          .as('listed'),
      join => join.onTrue()
    )
    .innerJoin('dramas', 'dramas.id', 'listed.drama_id')
    .select(cardColumns)
    .select('labels.id as label_id')
    .where('labels.id', 'in', [...labels])
    .orderBy('listed.play_count', 'desc')
    .orderBy('dramas.id', 'desc')
    .execute()
}

/** Cards of these dramas in the given order, without those that are not online. */
export async function dramasById(db: Kysely<Database>, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('dramas')
    .select(cardColumns)
    .where('id', 'in', [...ids])
    .where('status', '=', 'online')
    .execute()
  const byId = new Map(rows.map(row => [row.id, row]))
  return ids.flatMap(id => byId.get(id) ?? [])
}
