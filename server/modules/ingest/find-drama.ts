import type { Kysely } from 'kysely'
import { dramaId } from '../../../contract/drama.js'
import type { Database } from '../../db/schema/schema.js'

/** Whether episodes may be uploaded for the drama. */
export const isDramaId = (id: string): boolean => dramaId.safeParse(id).success && SLUG.test(id.slice(2))

/** What a package may have: see `slug` in package-schema.ts. */
const SLUG = /^[a-z0-9-]{1,64}$/

/** Null for a drama without a package. */
export async function findDramaTitle(db: Kysely<Database>, id: string): Promise<string | null> {
  const row = await db.selectFrom('dramas').select('title').where('id', '=', id).executeTakeFirst()
  return row?.title.en ?? null
}
