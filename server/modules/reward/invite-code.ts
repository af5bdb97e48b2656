import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import type { RequestContext } from '../../http/request-context.js'

// Without characters that look alike, because people copy codes by hand.
const CODE_CHARACTERS = '23456789abcdefghjkmnpqrstuvwxyz'
const CODE_LENGTH = 10
const CODE_PATTERN = /^[a-z0-9]{10}$/

export async function readInviteCode(
  { db, random, now }: Pick<RequestContext, 'db' | 'random' | 'now'>,
  userId: string
): Promise<string> {
  const known = await findFirstCode(db, userId)
  if (known !== null) return known
  const code = [...random.bytes(CODE_LENGTH)].map(byte => CODE_CHARACTERS[byte % CODE_CHARACTERS.length]).join('')
  await db.insertInto('share_codes').values({ user_id: userId, code, created_at: now }).execute()
  return (await findFirstCode(db, userId)) ?? code
}

async function findFirstCode(db: Kysely<Database>, userId: string): Promise<string | null> {
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

export async function recordShareClick(
  db: Kysely<Database>,
  { share, visitorId, now }: { share: string | undefined; visitorId: string; now: Date }
): Promise<void> {
  if (share === undefined || !CODE_PATTERN.test(share)) return
  const owner = await db.selectFrom('share_codes').select('user_id').where('code', '=', share).executeTakeFirst()
  if (owner === undefined || owner.user_id === visitorId) return
  await db
    .insertInto('share_clicks')
    .values({ user_id: owner.user_id, visitor_id: visitorId, created_at: now })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}
