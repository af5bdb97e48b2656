import type { ColumnType } from 'kysely'
import type { Lang } from '../../../contract/protocol/language.js'
import type { Instant, OptionalInstant } from './column-types.js'

export interface PushTables {
  push_subscriptions: PushSubscriptionTable
  episode_releases: EpisodeReleaseTable
  push_messages: PushMessageTable
}

/** `endpoint` is the address of the browser's push service, `p256dh` and `auth` are the keys of RFC 8291. */
interface PushSubscriptionTable {
  id: string
  user_id: string
  device_id: string
  endpoint: string
  p256dh: string
  auth: string
  lang: Lang
  created_at: Instant
}

/** Episodes that were added to a running drama. `queued_at` is null until subscribers have messages about them. */
interface EpisodeReleaseTable {
  drama_id: string
  first_no: number
  last_no: number
  released_at: Instant
  queued_at: OptionalInstant
}

/** One notification about a drama for one browser. Deleted when it was sent, or cannot be. */
interface PushMessageTable {
  subscription_id: string
  drama_id: string
  first_no: number
  last_no: number
  attempts: ColumnType<number, number | undefined, number>
  next_at: Instant
  leased_until: OptionalInstant
}
