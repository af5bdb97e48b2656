import type { Episode } from '../../../contract/episode.js'
import type { EpisodeAccess } from '../play/episode-access.js'
import { type DisplayContext, type DramaCardRow, toDramaCard } from './drama-response.js'
import type { Localized } from './package/package-schema.js'
import { formatEpisodeTitle } from './titles.js'

export function toEpisode(
  { id, title, duration_s }: { id: string; title: Localized | null; duration_s: number },
  { no, price, state }: EpisodeAccess,
  {
    drama,
    display,
    isNextUnlockable = false,
    progress
  }: {
    drama: DramaCardRow
    display: DisplayContext
    isNextUnlockable?: boolean
    progress?: { position_s: number; finished: boolean } | undefined
  }
): Episode {
  return {
    id,
    no,
    price,
    state,
    duration_s,
    title: formatEpisodeTitle(title, no, display.lang),
    cover_url: toDramaCard(drama, display).cover_url,
    next_unlockable: isNextUnlockable,
    position_s: progress?.position_s ?? 0,
    finished: progress?.finished ?? false
  }
}
