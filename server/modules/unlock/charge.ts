import { sql, type Transaction } from 'kysely'
import type { Unlocked } from '../../../contract/unlock.js'
import type { Database } from '../../db/schema.js'
import { post } from '../ledger/post.js'
import type { Standing } from '../play/rules.js'
import { userById } from '../user/queries.js'
import { sharesOf } from './rules.js'

/** Episodes to be charged for, all checks made; `coins` is the price of all of them. */
export interface Purchase {
  userId: string
  dramaId: string
  episodes: readonly Standing[]
  coins: number
  source: Unlocked['source']
  key: string
  now: Date
}

/** Takes the price and unlocks the episodes; gives them with the balance that is left. */
export async function charge(trx: Transaction<Database>, purchase: Purchase) {
  const { userId, dramaId, episodes, coins, source, key, now } = purchase
  const first = episodes[0]?.no
  const last = episodes.at(-1)?.no
  const ref = { type: 'episodes', id: `${dramaId}:${first === last ? first : `${first}-${last}`}` }
  const change = { type: 'spend', price: coins } as const
  const posted = await post(trx, { userId, kind: 'unlock', ref, key, change, now })
  if (!posted.isNew) throw new Error(`the key ${key} has paid already`)
  const shares = sharesOf(
    episodes.map(({ price }) => price),
    { coins: -posted.coins, bonus: -posted.bonus }
  )
  const unlocked = episodes.map(({ id, no, price }, index): Unlocked => {
    const { coins: coinsPaid = 0, bonus: bonusPaid = 0 } = shares[index] ?? {}
    return {
      ...{ drama_id: dramaId, episode_id: id, episode_no: no, price },
      ...{ coins_paid: coinsPaid, bonus_paid: bonusPaid, source, created_at: now.getTime() }
    }
  })
  await insertUnlocks(trx, userId, posted.seq, unlocked)
  return { unlocked, balance: posted.balance }
}

/** An episode that was paid back may be paid again; any other that is there already ends the transaction. */
async function insertUnlocks(trx: Transaction<Database>, userId: string, seq: number, unlocked: readonly Unlocked[]) {
  const { last_lpid: lpid } = await userById(trx, userId)
  const rows = unlocked.map(({ created_at, ...row }) => ({
    ...{ ...row, user_id: userId, lpid, ledger_seq: seq, created_at: new Date(created_at), refunded_at: null }
  }))
  const written = await trx
    .insertInto('unlocks')
    .values(rows)
    .onConflict(conflict =>
      conflict
        .columns(['user_id', 'episode_id'])
        .doUpdateSet(({ ref }) => ({
          price: ref('excluded.price'),
          coins_paid: ref('excluded.coins_paid'),
          bonus_paid: ref('excluded.bonus_paid'),
          source: ref('excluded.source'),
          lpid: ref('excluded.lpid'),
          ledger_seq: sql`excluded.ledger_seq`,
          created_at: ref('excluded.created_at'),
          refunded_at: null
        }))
        .where('unlocks.refunded_at', 'is not', null)
    )
    .returning('episode_id')
    .execute()
  if (written.length !== unlocked.length) throw new Error('an episode was unlocked already')
}
