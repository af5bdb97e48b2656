import type { ColumnType, JSONColumnType } from 'kysely'
import type { Lang } from '../../../contract/protocol/language.js'
import type { Consent } from '../../../contract/visitor.js'
import type { Instant, OptionalInstant, OptionalText } from './column-types.js'

export interface CampaignSettingColumns {
  default_lang: ColumnType<Lang | null, Lang | null | undefined, Lang | null>
  currency: OptionalText
  offer_id: OptionalText
  daily_limit: ColumnType<number | null, number | null | undefined, number | null>
  attribution_window_days: ColumnType<number, number | undefined, number>
  pixel_hint: ColumnType<Record<string, string>, string | undefined, string>
}

export interface LastVisitColumn {
  last_lpid_at: OptionalInstant
}

export interface PromoTables {
  promo_grants: PromoGrantTable
}

interface PromoGrantTable {
  user_id: string
  link_id: string
  lpid: string
  drama_id: string
  episode_id: string
  episode_no: number
  created_at: Instant
  until: Instant
}

export interface ConsentColumns {
  /** Null if the host page manages consent. */
  consent: ColumnType<Consent | null, Consent | null | undefined, Consent | null>
  utm: JSONColumnType<Record<string, string>, string | undefined>
}
