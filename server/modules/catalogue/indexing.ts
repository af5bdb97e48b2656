import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { transaction } from '../../db/transaction.js'
import { indexDrama, unindexDrama } from '../search/index-writes.js'
import { DOCUMENT_VERSION } from '../search/search-document.js'
import type { DramaRow } from './drama-response.js'
import { removeLabels, storeLabels, toLabels } from './label-writes.js'

type IndexedDrama = Pick<
  DramaRow,
  'id' | 'title' | 'synopsis' | 'category' | 'tags' | 'cast_names' | 'play_count' | 'online_at' | 'is_finished'
>

/** The transaction must have locked the drama's row. */
export async function buildIndexRows(trx: Transaction<Database>, drama: IndexedDrama): Promise<void> {
  const labels = toLabels(drama)
  const playCount = Number(drama.play_count)
  await storeLabels(trx, {
    id: drama.id,
    labels,
    playCount,
    onlineAt: drama.online_at,
    isFinished: drama.is_finished
  })
  await indexDrama(trx, drama.id, {
    title: drama.title,
    synopsis: drama.synopsis,
    cast: drama.cast_names,
    playCount,
    labels: labels.map(label => label.title)
  })
}

/** Differs from the hash of every package, so that a package that returns is loaded again. */
const NO_PACKAGE = ''

export async function takeOffline(db: Kysely<Database>, dramaId: string, now: Date): Promise<void> {
  await transaction(db, async trx => {
    await trx
      .updateTable('dramas')
      .set({ status: 'offline', package_hash: NO_PACKAGE, offline_at: sql`coalesce(offline_at, ${now})` })
      .where('id', '=', dramaId)
      .execute()
    await removeLabels(trx, dramaId)
    await unindexDrama(trx, dramaId)
  })
}

export async function reindexOutdated(db: Kysely<Database>, limit: number): Promise<number> {
  const rows = await db
    .selectFrom('dramas')
    .leftJoin('search_documents', 'search_documents.drama_id', 'dramas.id')
    .select('dramas.id')
    .where('dramas.status', '=', 'online')
    .where(sql<boolean>`search_documents.version is distinct from ${DOCUMENT_VERSION}`)
    .limit(limit)
    .execute()
  for (const { id } of rows) await reindexDrama(db, id)
  return rows.length
}

async function reindexDrama(db: Kysely<Database>, dramaId: string): Promise<void> {
  await transaction(db, async trx => {
    const drama = await trx
      .selectFrom('dramas')
      .selectAll()
      .where('id', '=', dramaId)
      .where('status', '=', 'online')
      .forUpdate()
      .executeTakeFirst()
    if (drama !== undefined) await buildIndexRows(trx, drama)
  })
}
