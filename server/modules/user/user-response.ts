import type { Selectable } from 'kysely'
import type { ContinueCard } from '../../../contract/drama.js'
import type { User } from '../../../contract/user.js'
import type { Database } from '../../db/schema/schema.js'
import { type DisplayContext, toDramaCard } from '../catalogue/drama-response.js'
import type { WatchedDrama } from './queries.js'

/** Contains the e-mail address: send it only to the user. */
export function toUserResponse(row: Selectable<Database['users']>): User {
  const { id, kind, nickname, avatar_url, locale, auto_unlock, email } = row
  return { id, kind, nickname, avatar_url, locale, auto_unlock, email }
}

export function toContinueCard(row: WatchedDrama, display: DisplayContext): ContinueCard {
  return {
    drama: toDramaCard(row, display),
    episode_no: row.episode_no,
    position_s: row.position_s,
    duration_s: row.duration_s,
    updated_at: row.watched_at.getTime()
  }
}
