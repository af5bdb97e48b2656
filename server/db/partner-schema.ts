import type { ColumnType, Generated, Selectable } from 'kysely'
import type { CountedEvent } from '../../contract/event.js'
import type { OptionalText } from './account-schema.js'
import type { Instant, OptionalInstant } from './schema.js'

/** The tables of partners, of what is counted for them, and of where they want to be told of it. */
export interface PartnerTables {
  partners: PartnerTable
  partner_keys: PartnerKeyTable
  campaign_postbacks: CampaignPostbackTable
  collected_events: CollectedEventTable
  play_marks: { user_id: string; episode_id: string; mark: PlayMark; at: Instant }
  report_facts: ReportFactTable
}

export interface CampaignPartnerColumn {
  partner_id: OptionalText
}

/** Where a viewer last met a lock before an order. */
export interface OrderPlaceColumns {
  drama_id: OptionalText
  episode_no: ColumnType<number | null, number | null | undefined, number | null>
}

/** How far a play came, as the server has seen it. */
export type PlayMark = 'start' | 'q25' | 'q50' | 'q75' | 'complete'

interface PartnerTable {
  id: string
  name: string
  created_at: Instant
  revoked_at: OptionalInstant
}

/** `key_hash` is SHA-256 of the whole key, which begins with the id. */
interface PartnerKeyTable {
  id: string
  partner_id: string
  key_hash: string
  created_at: Instant
  revoked_at: OptionalInstant
}

/** What partners may be told of. */
export type PostbackEvent = CountedEvent | 'purchase' | 'refund'

interface CampaignPostbackTable {
  id: string
  lpid: string
  event: PostbackEvent
  url: string
  method: 'GET' | 'POST'
  secret: string
  created_at: Instant
  removed_at: OptionalInstant
}

export type PostbackRow = Selectable<CampaignPostbackTable>

interface CollectedEventTable {
  user_id: string
  event_id: string
  event: CountedEvent
  lpid: string | null
  drama_id: string | null
  episode_no: number | null
  at: Instant
  received_at: Instant
}

/** One thing that happened and is in no rollup yet; it names nobody. */
interface ReportFactTable {
  id: Generated<string>
  lpid: string
  at: Instant
  kind: FactKind
  drama_id: ColumnType<string, string | undefined, string>
  episode_no: ColumnType<number, number | undefined, number>
  currency: ColumnType<string, string | undefined, string>
  is_test: ColumnType<boolean, boolean | undefined, boolean>
  coins: ColumnType<string, number | undefined, number>
  amount: ColumnType<string, number | undefined, number>
}

export type FactKind =
  | ('visit' | 'first_visit' | 'view' | PlayMark | 'paywall' | 'unlock')
  | ('checkout' | 'purchase' | 'refund')
