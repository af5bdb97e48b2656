import type { PlayResponse } from '../../contract/episode.js'
import type { QualityChoice } from './quality-level.js'

/** What to play. `position` in seconds; `playlists` holds the texts that are known already, by address. */
export interface VideoSource {
  url: string
  position: number
  startSegments: PlayResponse['opening']
  playlists: ReadonlyMap<string, string>
  /** What came before anybody asked for it; holds where `position` is 0. */
  prefetchedStart?: PrefetchedStart | undefined
  /** One of its addresses as the newest ticket has it. */
  address(url: string): string
  /** Asks for a newer ticket; false when there is none to be had. */
  renew(): Promise<boolean>
  /** Followed by hls.js; the browser's own HLS chooses by itself. */
  quality?: QualityChoice | undefined
}

/** The first bytes of an episode that need not be asked for; `since` in ms of `performance.now()`, when they were. */
export interface PrefetchedStart {
  init: ArrayBuffer
  first: Response
  since: number
  /** Open already, in the element that is to show it. */
  stream?: { video: HTMLVideoElement; mediaSource: MediaSource; address: string } | undefined
}
