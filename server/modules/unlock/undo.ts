import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { undoUnlock } from '../../../contract/unlock.js'
import type { Database } from '../../db/schema.js'
import { parameterError } from '../../lib/business-error.js'
import type { RequestContext } from '../../request-context.js'
import { once } from '../ledger/once.js'
import { refundUnlock } from './refund.js'

// Ten seconds to tap, and three for the request to arrive.
const UNDO_MS = 13_000
const PLAYED_SECONDS = 5

/** Takes an automatic unlock back that the viewer did not want and has not watched. */
export function postUndoUnlock(context: RequestContext, request: z.output<typeof undoUnlock.request>) {
  const { now } = context
  context.limits.unlock.take(context)
  return once(context, { path: undoUnlock.path, request }, async ({ trx, wallet }) => {
    const paid = await automaticUnlock(trx, wallet.userId, request.episode_id, new Date(now.getTime() - UNDO_MS))
    if (paid === null) throw parameterError('episode_id')
    if ((await playedSince(trx, wallet.userId, paid)) >= PLAYED_SECONDS) throw parameterError('episode_id')
    const posted = await refundUnlock(trx, wallet, paid, now)
    const { coins, bonus } = wallet
    return {
      ...{ episode_id: paid.episodeId, coins_back: paid.coinsPaid, bonus_back: paid.bonusPaid },
      balance: posted?.balance ?? { coins, bonus }
    }
  })
}

async function automaticUnlock(db: Kysely<Database>, userId: string, episodeId: string, since: Date) {
  const row = await db
    .selectFrom('unlocks')
    .select(['episode_id', 'coins_paid', 'bonus_paid', 'ledger_seq', 'created_at'])
    .where('user_id', '=', userId)
    .where('episode_id', '=', episodeId)
    .where('source', '=', 'auto')
    .where('refunded_at', 'is', null)
    .where('created_at', '>=', since)
    .executeTakeFirst()
  if (row === undefined || row.ledger_seq === null) return null
  return {
    ...{ episodeId: row.episode_id, coinsPaid: row.coins_paid, bonusPaid: row.bonus_paid },
    ...{ ledgerSeq: Number(row.ledger_seq), createdAt: row.created_at }
  }
}

async function playedSince(
  db: Kysely<Database>,
  userId: string,
  { episodeId, createdAt }: { episodeId: string; createdAt: Date }
): Promise<number> {
  const row = await db
    .selectFrom('watch_beats')
    .select(({ fn }) => fn.sum<number | null>('played_s').as('seconds'))
    .where('user_id', '=', userId)
    .where('episode_id', '=', episodeId)
    .where('at', '>=', createdAt)
    .executeTakeFirst()
  return Number(row?.seconds ?? 0)
}
