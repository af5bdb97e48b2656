import type { ContinueCard } from '../../../contract/drama.js'
import { type DisplayContext, toDramaCard } from '../catalogue/drama-response.js'
import type { WatchedDrama } from './queries.js'

export function toContinueCard(row: WatchedDrama, display: DisplayContext): ContinueCard {
  return {
    drama: toDramaCard(row, display),
    episode_no: row.episode_no,
    position_s: row.position_s,
    duration_s: row.duration_s,
    updated_at: row.watched_at.getTime()
  }
}
