import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import type { RequestContext } from '../../http/request-context.js'
import { REVIEW_DELAY_S } from './submission-rules.js'

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

interface ShareClick {
  share: string | undefined
  visitorId: string
  /** Null if the address does not tell it. */
  network: string | null
  now: Date
}

/** Also ends the wait of shares for which nothing spoke until now. */
export async function recordShareClick(
  db: Kysely<Database>,
  { share, visitorId, network, now }: ShareClick
): Promise<void> {
  if (share === undefined || !CODE_PATTERN.test(share)) return
  const owner = await db.selectFrom('share_codes').select('user_id').where('code', '=', share).executeTakeFirst()
  if (owner === undefined || owner.user_id === visitorId) return
  await db
    .insertInto('share_clicks')
    .values({ user_id: owner.user_id, visitor_id: visitorId, network, created_at: now })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  await db
    .updateTable('reward_submissions')
    .set(({ fn, val }) => ({ due_at: fn<Date>('least', ['due_at', val(now)]) }))
    .where('user_id', '=', owner.user_id)
    .where('status', '=', 0)
    .where('appealed_at', 'is', null)
    .where('created_at', '<=', new Date(now.getTime() - REVIEW_DELAY_S * 1000))
    .execute()
}
