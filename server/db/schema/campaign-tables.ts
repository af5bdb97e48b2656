import type { ColumnType, JSONColumnType } from 'kysely'
import type { PixelIds } from '../../../contract/event.js'
import type { Lang } from '../../../contract/protocol/language.js'
import type { Consent } from '../../../contract/visitor.js'
import type { Instant, OptionalInstant, OptionalText } from './column-types.js'

export interface CampaignSettingColumns {
  default_lang: ColumnType<Lang | null, Lang | null | undefined, Lang | null>
  currency: OptionalText
  offer_id: OptionalText
  embed_ancestors: OptionalText
  daily_limit: ColumnType<number | null, number | null | undefined, number | null>
  attribution_window_days: ColumnType<number, number | undefined, number>
  pixel_hint: ColumnType<Record<string, string>, string | undefined, string>
}

export interface LastVisitColumn {
  last_lpid_at: OptionalInstant
}

export interface PromoTables {
  promo_grants: PromoGrantTable
  campaign_newcomers: CampaignNewcomerTable
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

/**
 * `event_id` is the id of the `drama-visit` that the browser reported for this visit. `pixel_ids` are cookies of the
 * pixels on the host page.
 */
export interface TrackingColumns {
  is_test: ColumnType<boolean, boolean | undefined, never>
  event_id: OptionalText
  pixel_ids: JSONColumnType<PixelIds, string | undefined>
}

/** The first visit of a viewer with a campaign. `returned_…` are null until that day is over and counted. */
interface CampaignNewcomerTable {
  user_id: string
  lpid: string
  first_at: Instant
  utm_source: string
  country: string
  returned_1: ColumnType<boolean | null, never, boolean | null>
  returned_7: ColumnType<boolean | null, never, boolean | null>
}

/** Empty if unknown. The database writes those of orders, and replaces names that are too many by `(other)`. */
export interface SourceColumns {
  utm_source: ColumnType<string, string | undefined, string>
  country: ColumnType<string, string | undefined, string>
}

export interface ConsentColumns {
  /** Null if the host page manages consent. */
  consent: ColumnType<Consent | null, Consent | null | undefined, Consent | null>
  utm: JSONColumnType<Record<string, string>, string | undefined>
}
