import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { isBeforeKey } from '../../lib/cursor.js'
import { bannerColumns, cardColumns } from './drama-response.js'

export type DramaOrder = 'hot' | 'new' | 'finish' | 'fav'

const sortColumns = { hot: 'play_count', new: 'online_at', finish: 'play_count', fav: 'favorite_count' } as const

export type DramaCursor = readonly [sortValue: number | Date, dramaId: string]

interface Listing {
  after: DramaCursor | null
  limit: number
}

export function findDramasInOrder(db: Kysely<Database>, order: DramaOrder, { after, limit }: Listing) {
  const column = `dramas.${sortColumns[order]}` as const
  return db
    .selectFrom('dramas')
    .select(cardColumns)
    .where('dramas.status', '=', 'online')
    .$if(order === 'finish', query => query.where('dramas.is_finished', '=', true))
    .$if(after !== null, query => query.where(isBeforeKey([column, 'dramas.id'], after ?? [])))
    .orderBy(column, 'desc')
    .orderBy('dramas.id', 'desc')
    .limit(limit)
    .execute()
}

export type LabelOrder = Exclude<DramaOrder, 'fav'>

export function findLabelledDramas(db: Kysely<Database>, label: string, order: LabelOrder, { after, limit }: Listing) {
  const column = sortColumns[order]
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
    .orderBy(`listed.${column}`, 'desc')
    .orderBy('dramas.id', 'desc')
    .execute()
}

// A subquery makes Postgres check rows in the order of the index until the page is full.
const isOnline = sql<boolean>`(select status from dramas where dramas.id = drama_labels.drama_id) = 'online'`

export function findEditorsDramas(db: Kysely<Database>, limit: number) {
  return db
    .selectFrom('dramas')
    .select(bannerColumns)
    .where('status', '=', 'online')
    .orderBy('sort')
    .orderBy('id')
    .limit(limit)
    .execute()
}

export type LabelCursor = readonly [dramaCount: number, labelId: string]

export function findFrequentLabels(
  db: Kysely<Database>,
  { after, limit, minDramas }: { after: LabelCursor | null; limit: number; minDramas: number }
) {
  return db
    .selectFrom('labels')
    .selectAll()
    .where('drama_count', '>=', minDramas)
    .$if(after !== null, query => query.where(isBeforeKey(['drama_count', 'id'], after ?? [])))
    .orderBy('drama_count', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function countDramas(db: Kysely<Database>, upTo: number): Promise<number> {
  const onlineDramas = db.selectFrom('dramas').select('id').where('status', '=', 'online').limit(upTo)
  return (await onlineDramas.execute()).length
}

export function findDramasOfLabels(db: Kysely<Database>, labels: readonly string[], limit: number) {
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

export async function findDramasById(db: Kysely<Database>, ids: readonly string[]) {
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
