import { sql, type Transaction } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { CHANGED_CAMPAIGN, FREE_EPISODES_BEFORE_CHANGE } from './audience.js'
import { ENDED_EXPERIMENT_CAMPAIGN } from './sample-experiments.js'

const PARTNER_ID = 'pa_5a3b1e0c0ffe'
const PARTNER_CAMPAIGNS = [CHANGED_CAMPAIGN, 'radio-litoral', ENDED_EXPERIMENT_CAMPAIGN]

/** A partner of three campaigns. One is only for the sample, because the sample changes it. */
export async function insertPartner(trx: Transaction<Database>, createdAt: Date): Promise<void> {
  await trx
    .insertInto('partners')
    .values({ id: PARTNER_ID, name: 'Litoral Mídia', created_at: createdAt })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  await sql`insert into campaigns (lpid, name, status, theme, created_at, free_episodes_override)
    values (${CHANGED_CAMPAIGN}, 'Série da semana', 'active', '{}', ${createdAt}::timestamptz,
      ${FREE_EPISODES_BEFORE_CHANGE}::int)
    on conflict do nothing`.execute(trx)
  await trx
    .updateTable('campaigns')
    .set({ partner_id: PARTNER_ID })
    .where('lpid', 'in', PARTNER_CAMPAIGNS)
    .where('partner_id', 'is', null)
    .execute()
}
