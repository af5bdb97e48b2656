import type { PlayResponse } from '../../../contract/episode.js'
import { preloadedPlaylists } from '../../core/playback/play-answer.js'
import type { QualityChoice } from '../../video/quality-level.js'
import type { PrefetchedStart, VideoSource } from '../../video/source.js'

/** An answer's media, and how they are reached when their ticket has been renewed. */
export interface SignedMedia {
  /** What the stage plays, from `position` in seconds. */
  from(position: number): VideoSource
  renew(): Promise<boolean>
  /** When the newest ticket ends, in epoch ms. */
  expiresAt(): number
}

/** Gives a newer answer, or undefined. */
export type RenewMedia = () => Promise<PlayResponse | undefined>

type Played = Pick<PlayResponse, 'sources' | 'opening' | 'expires_at'>

/** Undefined where the answer has nothing to play. */
export function createSignedMedia(
  answer: Played,
  ask: RenewMedia,
  quality?: QualityChoice,
  prefetchedStart?: PrefetchedStart
): SignedMedia | undefined {
  const url = answer.sources[0]?.url
  if (url === undefined) return undefined
  const folder = folderOf(url)
  let newest = { folder, expiresAt: answer.expires_at }
  let renewing: Promise<boolean> | undefined

  async function askForNewer() {
    const newer = await ask()
    const renewed = folderOf(newer?.sources[0]?.url ?? '')
    // Another film under the same number is no renewal.
    if (!newer || nameOf(renewed) !== nameOf(folder)) return false
    newest = { folder: renewed, expiresAt: newer.expires_at }
    return true
  }
  const renew = () => {
    renewing ??= askForNewer().finally(() => {
      renewing = undefined
    })
    return renewing
  }
  const source = {
    url,
    startSegments: answer.opening,
    playlists: preloadedPlaylists(answer),
    quality,
    renew,
    address: (asked: string) => asked.replace(folder, newest.folder)
  }
  return {
    from(position) {
      const given = position === 0 ? prefetchedStart : undefined
      prefetchedStart = undefined
      return { ...source, position, prefetchedStart: given }
    },
    renew,
    expiresAt: () => newest.expiresAt
  }
}

/** Whether two answers speak of the same film, whatever their tickets. */
export const isSameEpisodeFile = (one: Played, other: Played) => assetOf(one) === assetOf(other)

const assetOf = ({ sources }: Played) => nameOf(folderOf(sources[0]?.url ?? ''))
const folderOf = (url: string) => url.slice(0, url.lastIndexOf('/') + 1)
const nameOf = (folder: string) => folder.split('/').at(-2)
