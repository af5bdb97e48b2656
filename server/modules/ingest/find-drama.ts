import type { Kysely } from 'kysely'
import { dramaId } from '../../../contract/drama.js'
import type { Database } from '../../db/schema/schema.js'

/** What a package may have: see `slug` in package-schema.ts. */
const SLUG = /^[a-z0-9-]{1,64}$/

/** Whether episodes may be uploaded for the drama, which may be a draft. */
export async function canGetEpisodes(db: Kysely<Database>, id: string): Promise<boolean> {
  if (!dramaId.safeParse(id).success || !SLUG.test(id.slice('d_'.length))) return false
  const row = await db.selectFrom('drama_entries').select('drama_id').where('drama_id', '=', id).executeTakeFirst()
  return row !== undefined
}

/** Of a drama that has no package yet; null if nobody has written one. */
export async function findDraftTitle(db: Kysely<Database>, id: string): Promise<string | null> {
  const row = await db.selectFrom('drama_edits').select('fields').where('drama_id', '=', id).executeTakeFirst()
  return Object.values(row?.fields.title ?? {})[0] ?? null
}

/**
 * The number that the film of an episode has in the package, which differs if editors have moved the episode. Throws for
 * a number that only a moved film has.
 */
export async function createFilmFinder(db: Kysely<Database>, id: string): Promise<(episodeNo: number) => number> {
  const row = await db.selectFrom('drama_edits').select('fields').where('drama_id', '=', id).executeTakeFirst()
  const shown = Object.entries(row?.fields.numbers ?? {}).map(([film, no]) => ({ film: Number(film), no }))
  return episodeNo => {
    const moved = shown.find(({ no }) => no === episodeNo)
    if (moved !== undefined) return moved.film
    const elsewhere = shown.find(({ film, no }) => film === episodeNo && no !== episodeNo)
    if (elsewhere === undefined) return episodeNo
    throw new Error(
      `episode ${episodeNo}: its number in the package belongs to the film that is now episode ${elsewhere.no}`
    )
  }
}
