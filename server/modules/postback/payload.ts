import type { Kysely } from 'kysely'
import type { ProductKind } from '../../../contract/store.js'
import type { PlayMark } from '../../db/schema/partner-tables.js'
import type { Database } from '../../db/schema/schema.js'
import type { OutboxRow } from '../../db/schema/store-tables.js'
import type { MacroValues } from './url-template.js'
import { readCampaignVisitor } from './visitor-details.js'

/**
 * `value` is in minor units of the currency, or in coins if there is none. Postbacks leave out `kind`, `coins`, `bonus`,
 * `quartile` and `price`: they are in account exports only.
 */
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
  const payload = row.payload as PostbackPayload
  const { at, order_no, currency, is_test, drama_id, episode_no } = payload
  const { clickId, ttclid: _, ...details } = await readCampaignVisitor(db, row)
  return {
    event: row.event,
    event_id: row.event_id,
    lpid: row.lpid ?? '',
    click_id: clickId,
    order_no: order_no ?? null,
    currency: currency ?? null,
    value: toReportedValue(payload),
    drama_id: drama_id ?? null,
    episode_no: episode_no ?? null,
    ts: at,
    is_test: is_test ?? false,
    ...details
  }
}

/** In major units of the currency; in coins if there is none. */
export function toReportedValue({ value, currency }: PostbackPayload): number | null {
  if (value === undefined) return null
  return currency === undefined ? value : toMajorUnits(value, currency)
}

function toMajorUnits(amount: number, currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  return amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2)
}
