import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'
import { transaction } from '../../../db/transaction.js'
import { buildIndexRows } from '../indexing.js'
import { recordRelease } from './episode-releases.js'
import type { PackageFolder } from './package-folder.js'

export async function readStoredHashes(db: Kysely<Database>): Promise<Map<string, string>> {
  const rows = await db.selectFrom('dramas').select(['id', 'package_hash']).execute()
  return new Map(rows.map(row => [row.id, row.package_hash]))
}

/**
 * Returns false and writes nothing if an operator has withdrawn the drama. Episodes that the package no longer has go
 * offline.
 */
export async function storePackage(db: Kysely<Database>, loaded: PackageFolder, now: Date): Promise<boolean> {
  const { drama } = loaded
  return transaction(db, async trx => {
    const before = await lockDrama(trx, drama.id)
    if (before?.withdrawn_at) return false
    const { online_at } = await storeDrama(trx, loaded, now)
    await countFavorites(trx, loaded)
    const newNumbers = await storeEpisodes(trx, loaded, now)
    if (before?.status === 'online' && !before.is_finished) await recordRelease(trx, drama.id, newNumbers, now)
    await buildIndexRows(trx, { ...drama, cast_names: drama.cast, play_count: `${drama.play_count}`, online_at })
    return true
  })
}

function lockDrama(trx: Transaction<Database>, id: string) {
  return trx
    .selectFrom('dramas')
    .select(['withdrawn_at', 'status', 'is_finished'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export const toEpisodeId = (dramaId: string, no: number) => `e_${dramaId.slice('d_'.length)}_${no}`

async function storeDrama(trx: Transaction<Database>, { drama, hash, cover, banner }: PackageFolder, now: Date) {
  const { id, slug, lang_audio, age_rating, colour, free_count, default_price, is_finished, score, sort } = drama
  const columns = {
    slug,
    lang_audio,
    age_rating,
    colour,
    free_count,
    default_price,
    is_finished,
    score,
    sort,
    package_hash: hash,
    status: 'online' as const,
    offline_at: null,
    title: JSON.stringify(drama.title),
    synopsis: JSON.stringify(drama.synopsis),
    category: JSON.stringify(drama.category),
    tags: JSON.stringify(drama.tags),
    cast_names: JSON.stringify(drama.cast),
    subtitles: JSON.stringify([
      ...new Set(drama.episodes.flatMap(episode => episode.captions.map(({ lang }) => lang)))
    ]),
    play_count: drama.play_count,
    favorite_count: drama.favorite_count,
    episode_count: drama.episodes.length,
    total_duration_s: drama.episodes.reduce((total, episode) => total + episode.duration_s, 0),
    cover: cover.name,
    banner: banner.name,
    updated_at: now
  }
  return trx
    .insertInto('dramas')
    .values({ id, ...columns, online_at: computeOnlineTime(drama, now) })
    .onConflict(conflict => conflict.column('id').doUpdateSet(columns))
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
async function storeEpisodes(trx: Transaction<Database>, { drama }: PackageFolder, now: Date): Promise<number[]> {
  const numbers = drama.episodes.map(episode => episode.no)
  const stored = await trx.selectFrom('episodes').select('no').where('drama_id', '=', drama.id).execute()
  await trx
    .updateTable('episodes')
    .set({ status: 'offline', offline_at: now })
    .where('drama_id', '=', drama.id)
    .where('status', '=', 'online')
    .where('no', 'not in', numbers)
    .execute()
  for (const { no, asset, title, duration_s, price, captions } of drama.episodes) {
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
      .values({ id: toEpisodeId(drama.id, no), drama_id: drama.id, no, ...columns })
      .onConflict(conflict => conflict.column('id').doUpdateSet(columns))
      .execute()
  }
  return numbers.filter(no => !stored.some(episode => episode.no === no))
}
