import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import type { Database } from '../../db/schema.js'

const SHELF_ROWS = 300

const underway = new WeakMap<Kysely<Database>, ReturnType<typeof readOnlineDramas>>()

/** Dramas for Home, in the editors' order. Visitors who arrive together share one query. */
export function onlineDramas(db: Kysely<Database>): ReturnType<typeof readOnlineDramas> {
  const query = underway.get(db) ?? readOnlineDramas(db).finally(() => underway.delete(db))
  underway.set(db, query)
  return query
}

function readOnlineDramas(db: Kysely<Database>) {
  return db
    .selectFrom('dramas')
    .selectAll()
    .where('status', '=', 'online')
    .orderBy('sort')
    .orderBy('id')
    .limit(SHELF_ROWS)
    .execute()
}

export function onlineDrama(db: Kysely<Database>, id: string) {
  return db.selectFrom('dramas').selectAll().where('id', '=', id).where('status', '=', 'online').executeTakeFirst()
}

export type DiscoverSort = 'hot' | 'new' | 'finish'

/** One row more than the page, by plays (`hot`), by age (`new`), or finished dramas by plays (`finish`). */
export function discoverDramas(
  db: Kysely<Database>,
  {
    sort,
    labelId,
    after,
    limit
  }: { sort: DiscoverSort; labelId: string | undefined; after: [number, string] | null; limit: number }
) {
  return db
    .selectFrom('dramas')
    .selectAll()
    .where('status', '=', 'online')
    .$if(sort === 'finish', query => query.where('is_finished', '=', true))
    .$if(labelId !== undefined, query =>
      query.where('id', 'in', labelled =>
        labelled
          .selectFrom('drama_labels')
          .select('drama_id')
          .where('label_id', '=', labelId ?? '')
      )
    )
    .$if(after !== null, query => query.where(builder => isAfter(builder, sort, after ?? [0, ''])))
    .orderBy(sort === 'new' ? 'online_at' : 'play_count', 'desc')
    .orderBy('id')
    .limit(limit + 1)
    .execute()
}

function isAfter(builder: ExpressionBuilder<Database, 'dramas'>, sort: DiscoverSort, [key, id]: [number, string]) {
  const [column, value] = sort === 'new' ? [sql.ref('online_at'), new Date(key)] : [sql.ref('play_count'), key]
  return builder.or([
    sql<boolean>`${column} < ${value}`,
    builder.and([sql<boolean>`${column} = ${value}`, builder('id', '>', id)])
  ])
}

/** Episodes of a drama that can be watched, by number. */
export function onlineEpisodes(db: Kysely<Database>, dramaId: string) {
  return db
    .selectFrom('episodes')
    .selectAll()
    .where('drama_id', '=', dramaId)
    .where('status', '=', 'online')
    .orderBy('no')
    .execute()
}
