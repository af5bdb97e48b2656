import type { PlayAnswer } from '../../../contract/episode.js'
import { preloadedPlaylists } from '../../core/playback/play-answer.js'
import type { QualityChoice } from '../../video/quality-level.js'
import type { Begun, Source } from '../../video/source.js'

/** An answer's media, and how they are reached when their ticket has been renewed. */
export interface Media {
  /** What the stage plays, from `position` in seconds. */
  from(position: number): Source
  renew(): Promise<boolean>
  /** When the newest ticket ends, in epoch ms. */
  expiresAt(): number
}

/** Gives a newer answer, or undefined. */
export type Renewal = () => Promise<PlayAnswer | undefined>

type Played = Pick<PlayAnswer, 'sources' | 'opening' | 'expires_at'>

/** Undefined where the answer has nothing to play. */
export function toMedia(answer: Played, ask: Renewal, quality?: QualityChoice, begun?: Begun): Media | undefined {
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
    opening: answer.opening,
    playlists: preloadedPlaylists(answer),
    quality,
    renew,
    address: (asked: string) => asked.replace(folder, newest.folder)
  }
  return {
    from(position) {
      const given = position === 0 ? begun : undefined
      begun = undefined
      return { ...source, position, begun: given }
    },
    renew,
    expiresAt: () => newest.expiresAt
  }
}

/** Whether two answers speak of the same film, whatever their tickets. */
export const isSameFilm = (one: Played, other: Played) => filmOf(one) === filmOf(other)

const filmOf = ({ sources }: Played) => nameOf(folderOf(sources[0]?.url ?? ''))
const folderOf = (url: string) => url.slice(0, url.lastIndexOf('/') + 1)
const nameOf = (folder: string) => folder.split('/').at(-2)
