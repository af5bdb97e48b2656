import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import type { RequestContext } from '../../http/request-context.js'

// Without signs that are read for one another: people copy these by hand.
const SIGNS = '23456789abcdefghjkmnpqrstuvwxyz'
const LENGTH = 10
const CODE = /^[a-z0-9]{10}$/

/** The code in a user's invite links: the first they were given, for ever. */
export async function shareCodeOf(
  { db, random, now }: Pick<RequestContext, 'db' | 'random' | 'now'>,
  userId: string
): Promise<string> {
  const known = await firstCode(db, userId)
  if (known !== null) return known
  const code = [...random.bytes(LENGTH)].map(byte => SIGNS[byte % SIGNS.length]).join('')
  await db.insertInto('share_codes').values({ user_id: userId, code, created_at: now }).execute()
  return (await firstCode(db, userId)) ?? code
}

async function firstCode(db: Kysely<Database>, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('share_codes')
    .select('code')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('code')
    .limit(1)
    .executeTakeFirst()
  return row?.code ?? null
}

/** Counts a visitor who came by an invite link for its owner, once; nobody invites themselves. */
export async function countClick(
  db: Kysely<Database>,
  { share, visitorId, now }: { share: string | undefined; visitorId: string; now: Date }
): Promise<void> {
  if (share === undefined || !CODE.test(share)) return
  const owner = await db.selectFrom('share_codes').select('user_id').where('code', '=', share).executeTakeFirst()
  if (owner === undefined || owner.user_id === visitorId) return
  await db
    .insertInto('share_clicks')
    .values({ user_id: owner.user_id, visitor_id: visitorId, created_at: now })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}
