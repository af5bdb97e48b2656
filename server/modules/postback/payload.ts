import type { Kysely } from 'kysely'
import type { ProductKind } from '../../../contract/store.js'
import type { PlayMark } from '../../db/schema/partner-tables.js'
import type { Database } from '../../db/schema/schema.js'
import type { OutboxRow } from '../../db/schema/store-tables.js'
import type { MacroValues } from './url-template.js'

/** Postbacks leave out `kind`, `coins`, `bonus`, `quartile` and `price`: they are in account exports only. */
export interface PostbackPayload {
  at: number
  order_no?: string
  value?: number
  currency?: string
  is_test?: boolean
  drama_id?: string | null
  episode_no?: number | null
  kind?: ProductKind
  coins?: number
  bonus?: number
  quartile?: number
  price?: number
  proof?: { mark: PlayMark; episode_id: string }
}

export async function toMacroValues(db: Kysely<Database>, row: OutboxRow): Promise<MacroValues> {
  const { at, order_no, value, currency, is_test, drama_id, episode_no } = row.payload as PostbackPayload
  return {
    event: row.event,
    event_id: row.event_id,
    lpid: row.lpid ?? '',
    click_id: await findClickId(db, row),
    order_no: order_no ?? null,
    currency: currency ?? null,
    value: value === undefined || currency === undefined ? null : toMajorUnits(value, currency),
    drama_id: drama_id ?? null,
    episode_no: episode_no ?? null,
    ts: at,
    is_test: is_test ?? false
  }
}

function toMajorUnits(amount: number, currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  return amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2)
}

const CLICK_ID_NAMES = ['clickid', 'click_id', 'fbclid', 'ttclid', 'gclid']

async function findClickId(db: Kysely<Database>, { user_id, lpid }: OutboxRow): Promise<string | null> {
  const visits = await db
    .selectFrom('visits')
    .select('click_ids')
    .where('user_id', '=', user_id)
    .where('lpid', '=', lpid)
    .orderBy('created_at', 'desc')
    .limit(20)
    .execute()
  for (const { click_ids: ids } of visits) {
    for (const name of CLICK_ID_NAMES) if (ids[name]) return ids[name]
  }
  return null
}
