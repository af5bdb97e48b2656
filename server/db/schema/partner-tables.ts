import type { ColumnType, Generated, Selectable } from 'kysely'
import type { CountedEvent, PostbackEvent } from '../../../contract/event.js'
import type { PlaybackMeasure } from '../../modules/playback/playback-measures.js'
import type { SourceColumns } from './campaign-tables.js'
import type { BigIntColumn, Instant, OptionalBigIntColumn, OptionalInstant, OptionalText } from './column-types.js'

export interface PartnerTables {
  partners: PartnerTable
  partner_keys: PartnerKeyTable
  partner_secrets: PartnerSecretTable
  partner_identities: PartnerIdentityTable
  sponsored_unlocks: SponsoredUnlockTable
  campaign_postbacks: CampaignPostbackTable
  campaign_conversions: CampaignConversionTable
  collected_events: CollectedEventTable
  play_marks: PlayMarkTable
  report_facts: ReportFactTable
  report_archive: ReportArchiveTable
  report_fact_files: ReportFactFileTable
  playback_rollups: PlaybackRollupTable
}

export interface CampaignPartnerColumn {
  partner_id: OptionalText
}

/** Set if a partner token opened the session, which is valid only while the page sends a token of this identity. */
export interface SessionPartnerColumns {
  partner_id: OptionalText
  subject_hash: OptionalText
}

export interface OrderEpisodeColumns {
  drama_id: OptionalText
  episode_no: ColumnType<number | null, number | null | undefined, number | null>
}

export type PlayMark = 'start' | 'q25' | 'q50' | 'q75' | 'complete'

/** `purse_id` is the user whose wallet holds the partner's prepaid coins. */
interface PartnerTable {
  id: string
  name: string
  purse_id: OptionalText
  created_at: Instant
  revoked_at: OptionalInstant
}

interface PartnerKeyTable {
  id: string
  partner_id: string
  key_hash: string
  created_at: Instant
  revoked_at: OptionalInstant
}

interface PartnerSecretTable {
  id: string
  partner_id: string
  secret: string
  created_at: Instant
  revoked_at: OptionalInstant
}

interface PartnerIdentityTable {
  partner_id: string
  subject_hash: string
  user_id: string
  created_at: Instant
}

interface SponsoredUnlockTable {
  partner_id: string
  token_id: string
  user_id: string
  drama_id: string
  episode_id: string
  episode_no: number
  price: number
  purse_seq: ColumnType<string, number, never>
  lpid: string | null
  created_at: Instant
}

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

export type AdNetwork = 'meta' | 'tiktok'

/** A row is sent the events of its campaign. `token` is empty once the row is removed. */
interface CampaignConversionTable {
  id: string
  lpid: string
  network: AdNetwork
  token: string
  test_code: OptionalText
  created_at: Instant
  removed_at: OptionalInstant
}

interface PlayMarkTable {
  user_id: string
  episode_id: string
  mark: PlayMark
  at: Instant
  is_test: ColumnType<boolean, boolean | undefined, boolean>
}

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

interface PlaybackRollupTable {
  slot: number
  measure: PlaybackMeasure
  kind: string
  bucket: number
  count: BigIntColumn
  total: BigIntColumn
}

interface ReportFactTable extends SourceColumns {
  id: Generated<string>
  lpid: string
  at: Instant
  kind: FactKind
  drama_id: ColumnType<string, string | undefined, string>
  episode_no: ColumnType<number, number | undefined, number>
  currency: ColumnType<string, string | undefined, string>
  is_test: ColumnType<boolean, boolean | undefined, boolean>
  coins: OptionalBigIntColumn
  amount: OptionalBigIntColumn
}

interface ReportArchiveTable {
  is_single: ColumnType<boolean, boolean | undefined, never>
  since: Instant
  renewed_at: Instant
  leased_until: OptionalInstant
}

interface ReportFactFileTable {
  name: string
  facts: number
  first_at: Instant
  last_at: Instant
  bytes: BigIntColumn
  sha256: string
  created_at: Instant
}

export type FactFile = Selectable<ReportFactFileTable>

/** `late_…` adds the source to what was counted before without it. */
export type FactKind = CountedKind | `late_${CountedKind}`

type CountedKind =
  | ('visit' | 'first_visit' | 'view' | PlayMark | 'paywall' | 'unlock')
  | ('checkout' | 'purchase' | 'refund')
