import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { Lang } from '../../../contract/protocol/language.js'
import type { DramaPackage, EpisodePackage, Localized } from '../../modules/catalogue/package/package-schema.js'
import type { AccountColumns, AccountTables } from './account-tables.js'
import type {
  CampaignSettingColumns,
  ConsentColumns,
  LastVisitColumn,
  PromoTables,
  SourceColumns,
  TrackingColumns
} from './campaign-tables.js'
import type { Instant, Json, OptionalBigIntColumn, OptionalInstant, OptionalText } from './column-types.js'
import type { DramaEditTables } from './drama-edit-tables.js'
import type { ExperimentTables } from './experiment-tables.js'
import type { IngestTables } from './ingest-tables.js'
import type { LedgerTables, PlaybackClaimTable } from './ledger-tables.js'
import type { MemberTables } from './member-tables.js'
import type { CampaignPartnerColumn, PartnerTables, SessionPartnerColumns } from './partner-tables.js'
import type { PushTables } from './push-tables.js'
import type { ReportMailTables } from './report-mail-tables.js'
import type { CampaignRewardColumns, RewardTables, WithdrawnColumn } from './reward-tables.js'
import type { ServerTables } from './server-tables.js'
import type { StoreTables } from './store-tables.js'
import type { SupportTables } from './support-tables.js'

export interface Database
  extends StoreTables,
    AccountTables,
    RewardTables,
    PromoTables,
    PartnerTables,
    MemberTables,
    ReportMailTables,
    ExperimentTables,
    DramaEditTables,
    LedgerTables,
    PushTables,
    ServerTables,
    SupportTables,
    IngestTables {
  campaigns: CampaignTable
  visits: VisitTable
  users: UserTable
  sessions: SessionTable
  dramas: DramaTable
  labels: { id: string; title: Json<Localized>; drama_count: number }
  drama_labels: DramaLabelTable
  episodes: EpisodeTable
  rate_buckets: { key: string; tokens: number; granted: number; at_ms: number }
  viewer_writes: { user_id: string; lsn: string }
  content_version: { is_single: ColumnType<boolean, boolean | undefined, never>; version: string }
  drama_progress: DramaProgressTable
  episode_progress: EpisodeProgressTable
  favorites: { user_id: string; drama_id: string; created_at: Instant }
  unlocks: UnlockTable
  drama_auto_unlocks: DramaAutoUnlockTable
  spending_limits: SpendingLimitTable
  search_documents: { drama_id: string; version: number; body: string }
  search_postings: PostingTable
  search_words: SearchWordTable
  search_misspellings: { spelling: string; word: string }
  search_visits: { user_id: string; lang: string; keyword: string; day: string }
  search_keywords: { lang: string; keyword: string; visitors: number; hotness: number }
  feedback: FeedbackTable
  watch_beats: WatchBeatTable
  watch_clocks: { user_id: string; counted_until: Instant; earlier_s: Generated<number> }
  served_media: ServedMediaTable
  playback_claims: PlaybackClaimTable
}

interface CampaignTable extends CampaignRewardColumns, CampaignSettingColumns, CampaignPartnerColumn {
  lpid: string
  name: string
  status: 'active' | 'closed'
  start_drama_id: string | null
  start_episode_no: number | null
  free_episodes_override: number | null
  theme: JSONColumnType<Record<string, string>, string | undefined>
  created_at: Instant
}

interface VisitTable extends ConsentColumns, SourceColumns, TrackingColumns {
  user_id: string
  id: string
  lpid: string | null
  known: boolean
  device_id: string
  landing_url: string | null
  referrer_host: string | null
  click_ids: JSONColumnType<Record<string, string>>
  user_agent: string
  created_at: Instant
}

interface UserTable extends AccountColumns, LastVisitColumn {
  id: string
  /** `partner` is the wallet of a partner: it never signs in, and only the ledger reads it. */
  kind: ColumnType<'visitor' | 'user', 'visitor' | 'user' | 'partner', 'visitor' | 'user'>
  nickname: string
  avatar_url: string | null
  locale: string
  first_lpid: string | null
  last_lpid: string | null
  auto_unlock: ColumnType<boolean, boolean | undefined, boolean>
  auto_unlock_daily_cap: ColumnType<number, number | undefined, number>
  coins: OptionalBigIntColumn
  bonus: OptionalBigIntColumn
  debt: OptionalBigIntColumn
  created_at: Instant
  deleted_at: OptionalInstant
}

interface SessionTable extends SessionPartnerColumns {
  token_hash: string
  user_id: string
  device_id: string
  created_at: Instant
  last_seen_at: Instant
  expires_at: Instant
  revoked_at: OptionalInstant
  replaced_by: OptionalText
}

export type LabelJson = DramaPackage['category']

interface DramaTable extends WithdrawnColumn {
  id: string
  slug: string
  package_hash: string
  status: 'online' | 'offline'
  title: Json<Localized>
  synopsis: Json<Localized>
  category: Json<LabelJson>
  tags: Json<LabelJson[]>
  cast_names: Json<string[]>
  lang_audio: string
  subtitles: Json<Lang[]>
  age_rating: string
  colour: string
  free_count: number
  default_price: number
  is_finished: boolean
  score: number
  play_count: OptionalBigIntColumn
  favorite_count: OptionalBigIntColumn
  sort: number
  episode_count: number
  total_duration_s: number
  cover: string
  banner: string
  online_at: Instant
  updated_at: Instant
  offline_at: OptionalInstant
}

interface DramaLabelTable {
  label_id: string
  drama_id: string
  play_count: OptionalBigIntColumn
  online_at: Instant
  is_finished: boolean
}

interface EpisodeTable {
  id: string
  drama_id: string
  no: number
  asset: string
  title: Json<Localized | null>
  duration_s: number
  price: number | null
  captions: Json<EpisodePackage['captions']>
  status: 'online' | 'offline'
  offline_at: OptionalInstant
}

interface DramaProgressTable {
  user_id: string
  drama_id: string
  episode_no: number
  position_s: number
  duration_s: number
  updated_at: Instant
}

interface EpisodeProgressTable {
  user_id: string
  episode_id: string
  drama_id: string
  position_s: number
  finished: boolean
  updated_at: Instant
}

/** `seconds[i]` is the duration of `segments[i]`; `counted_s` of them have been counted as watched. */
interface ServedMediaTable {
  owner: string
  asset: string
  ticket: string
  segments: ColumnType<number[], number[], number[]>
  seconds: ColumnType<number[], number[], number[]>
  counted_s: ColumnType<number, number | undefined, number>
  served_at: ColumnType<Date, Date | undefined, Date>
}

interface WatchBeatTable {
  user_id: string
  play_id: string
  seq: number
  episode_id: string
  from_s: number
  to_s: number
  played_s: number
  at: Instant
}

interface UnlockTable {
  user_id: string
  episode_id: string
  drama_id: string
  episode_no: number
  price: number
  coins_paid: number
  bonus_paid: number
  source: 'coins' | 'auto' | 'bulk' | 'gift' | 'host' | 'ad'
  lpid: string | null
  created_at: Instant
  refunded_at: OptionalInstant
  ledger_seq: ColumnType<string | null, number | null | undefined, number | null>
  is_test_visit: ColumnType<boolean, boolean | undefined, never>
}

interface DramaAutoUnlockTable {
  user_id: string
  drama_id: string
  enabled: boolean
  daily_cap: number | null
  updated_at: Instant
}

interface SpendingLimitTable {
  user_id: string
  period: 'daily' | 'weekly'
  coins: number | null
  next_coins: number | null
  next_at: OptionalInstant
}

interface PostingTable {
  drama_id: string
  token: string
  class: number
  langs: number
  popularity: number
}

interface SearchWordTable {
  word: string
  surface: string
  first_letter: string
  first_letters: string
  popularity: number
}

interface FeedbackTable {
  user_id: string
  id: string
  kind: string
  text: string
  order_no: string | null
  lang: string
  user_agent: string
  created_at: Instant
  answer: OptionalText
  answered_at: OptionalInstant
  answered_by: OptionalText
  answer_read_at: OptionalInstant
}
