import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'
import { transaction } from '../../../db/transaction.js'
import { indexNames } from '../edit/drama-names.js'
import { type DramaEdits, lockEdits } from '../edit/edit-writes.js'
import { applyEdits, type EditableDrama, type EditableEpisode, toEditableDrama } from '../edit/edited-drama.js'
import { buildIndexRows } from '../indexing.js'
import { recordRelease } from './episode-releases.js'
import { BrokenPackage, type PackageFolder } from './package-folder.js'

export async function readStoredHashes(db: Kysely<Database>): Promise<Map<string, string>> {
  const rows = await db.selectFrom('dramas').select(['id', 'package_hash']).execute()
  return new Map(rows.map(row => [row.id, row.package_hash]))
}

/**
 * Lays what operators changed over the package. Returns false and writes nothing if an operator has withdrawn the drama.
 * Episodes that the package no longer has go offline, and a draft stays offline.
 */
export async function storePackage(db: Kysely<Database>, loaded: PackageFolder, now: Date): Promise<boolean> {
  return transaction(db, async trx => {
    const before = await lockDrama(trx, loaded.drama.id)
    if (before?.withdrawn_at) return false
    await storeWithEdits(trx, { loaded, before, edits: await lockEdits(trx, loaded.drama.id), now })
    return true
  })
}

export interface StoredPackage {
  loaded: PackageFolder
  /** What `lockDrama` returned. */
  before: LockedDrama | undefined
  /** What `lockEdits` returned. */
  edits: Pick<DramaEdits, 'fields' | 'is_draft'> | null
  /** The drama was a draft until now, so that viewers see it for the first time. */
  isFirstPublication?: boolean
  now: Date
}

/** The transaction must have locked the drama and its edits. Throws BrokenPackage if the package is gone. */
export async function storeWithEdits(trx: Transaction<Database>, stored: StoredPackage): Promise<void> {
  const { loaded, before, edits, now } = stored
  const { id } = loaded.drama
  // A draft may have been deleted while the transaction waited for its lock.
  if (!existsSync(join(loaded.folder, 'drama.json'))) throw new BrokenPackage('drama.json is not there any more')
  const edited = applyEdits(toEditableDrama(loaded), edits?.fields ?? {})
  const isOnline = edits?.is_draft !== true
  const { online_at } = await storeDrama(trx, stored, edited, isOnline)
  await countFavorites(trx, loaded)
  const newNumbers = await storeEpisodes(trx, id, edited.episodes, now)
  if (before?.status === 'online' && !before.is_finished) await recordRelease(trx, id, newNumbers, now)
  const { play_count } = loaded.drama
  if (isOnline)
    await buildIndexRows(trx, { ...edited, id, cast_names: edited.cast, play_count: `${play_count}`, online_at })
  await indexNames(trx, id)
}

type LockedDrama = NonNullable<Awaited<ReturnType<typeof lockDrama>>>

export function lockDrama(trx: Transaction<Database>, id: string) {
  return trx
    .selectFrom('dramas')
    .select(['withdrawn_at', 'status', 'is_finished', 'package_hash'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export const toEpisodeId = (dramaId: string, no: number) => `e_${dramaId.slice('d_'.length)}_${no}`

/** The columns that operators can change. */
export const toEditedColumns = (edited: EditableDrama, now: Date) => ({
  lang_audio: edited.lang_audio,
  age_rating: edited.age_rating,
  colour: edited.colour,
  free_count: edited.free_count,
  default_price: edited.default_price,
  is_finished: edited.is_finished,
  sort: edited.sort,
  title: JSON.stringify(edited.title),
  synopsis: JSON.stringify(edited.synopsis),
  category: JSON.stringify(edited.category),
  tags: JSON.stringify(edited.tags),
  cast_names: JSON.stringify(edited.cast),
  cover: edited.cover,
  banner: edited.banner,
  updated_at: now
})

async function storeDrama(
  trx: Transaction<Database>,
  { loaded: { drama, hash }, isFirstPublication = false, now }: StoredPackage,
  edited: EditableDrama,
  isOnline: boolean
) {
  const { id, slug, score } = drama
  const columns = {
    ...toEditedColumns(edited, now),
    slug,
    score,
    package_hash: hash,
    status: isOnline ? ('online' as const) : ('offline' as const),
    offline_at: null,
    subtitles: JSON.stringify([
      ...new Set(drama.episodes.flatMap(episode => episode.captions.map(({ lang }) => lang)))
    ]),
    play_count: drama.play_count,
    favorite_count: drama.favorite_count,
    episode_count: drama.episodes.length,
    total_duration_s: drama.episodes.reduce((total, episode) => total + episode.duration_s, 0)
  }
  const onlineTime = { online_at: computeOnlineTime(drama, now) }
  return trx
    .insertInto('dramas')
    .values({ id, ...columns, ...onlineTime })
    .onConflict(conflict =>
      conflict.column('id').doUpdateSet(isFirstPublication ? { ...columns, ...onlineTime } : columns)
    )
    .returning('online_at')
    .executeTakeFirstOrThrow()
}

const computeOnlineTime = ({ online_at }: PackageFolder['drama'], now: Date) =>
  online_at === undefined ? now : new Date(Math.min(now.getTime(), Date.parse(online_at)))

/**
 * Adds viewers' favorites to the package's number. A separate statement also sees those committed while this
 * transaction waited for the row lock.
 */
async function countFavorites(trx: Transaction<Database>, { drama }: PackageFolder) {
  await trx
    .updateTable('dramas')
    .set({
      favorite_count: sql`${drama.favorite_count} + (select count(*) from favorites where drama_id = ${drama.id})`
    })
    .where('id', '=', drama.id)
    .execute()
}

/** Returns the numbers of episodes that the drama has never had. */
async function storeEpisodes(
  trx: Transaction<Database>,
  dramaId: string,
  episodes: readonly EditableEpisode[],
  now: Date
): Promise<number[]> {
  const numbers = episodes.map(episode => episode.no)
  const stored = await trx.selectFrom('episodes').select('no').where('drama_id', '=', dramaId).execute()
  await trx
    .updateTable('episodes')
    .set({ status: 'offline', offline_at: now })
    .where('drama_id', '=', dramaId)
    .where('status', '=', 'online')
    .where('no', 'not in', numbers)
    .execute()
  for (const { no, asset, title, duration_s, price, captions } of episodes) {
    const columns = {
      asset,
      duration_s,
      price,
      title: JSON.stringify(title),
      captions: JSON.stringify(captions),
      status: 'online' as const,
      offline_at: null
    }
    await trx
      .insertInto('episodes')
      .values({ id: toEpisodeId(dramaId, no), drama_id: dramaId, no, ...columns })
      .onConflict(conflict => conflict.column('id').doUpdateSet(columns))
      .execute()
  }
  return numbers.filter(no => !stored.some(episode => episode.no === no))
}
