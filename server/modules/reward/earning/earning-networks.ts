// Networks where bonus waits, with the block of addresses that an operator can look up, and how many people share it.
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'
import type { RequestContext } from '../../../http/request-context.js'
import { toAddressBlock } from './address-block.js'
import { computeNetwork } from './earner-origin.js'

const DAY_MS = 86_400_000
const RETENTION_MS = 30 * DAY_MS

type Caller = Pick<RequestContext, 'accountKeys' | 'address' | 'now'>

export async function recordEarningNetwork(trx: Transaction<Database>, caller: Caller): Promise<void> {
  await trx
    .insertInto('earning_networks')
    .values({ network: computeNetwork(caller), block: toAddressBlock(caller.address), seen_at: caller.now })
    .onConflict(conflict =>
      conflict
        .column('network')
        .doUpdateSet({ seen_at: caller.now })
        .where('earning_networks.seen_at', '<', new Date(caller.now.getTime() - DAY_MS))
    )
    .execute()
}

/** Networks where something waits and those that an operator has set stay. */
export async function deleteOldEarningNetworks(db: Kysely<Database>, now: Date): Promise<void> {
  await db
    .deleteFrom('earning_networks')
    .where('people', '=', 0)
    .where('seen_at', '<', new Date(now.getTime() - RETENTION_MS))
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('pending_earnings')
            .select('id')
            .where('paid_at', 'is', null)
            .whereRef(sql`earner ->> 'network'`, '=', 'earning_networks.network')
        )
      )
    )
    .execute()
}
