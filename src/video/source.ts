import type { PlayResponse } from '../../contract/episode.js'
import type { QualityChoice } from './quality-level.js'

export interface VideoSource {
  url: string
  position: number
  startSegments: PlayResponse['opening']
  playlists: ReadonlyMap<string, string>
  prefetchedStart?: PrefetchedStart | undefined
  /** Rewrites a url of this source to its newest ticket. */
  address(url: string): string
  renew(): Promise<boolean>
  quality?: QualityChoice | undefined
}

/** `since`: when the bytes were requested, in ms of `performance.now()`. */
export interface PrefetchedStart {
  init: ArrayBuffer
  first: Response
  since: number
  stream?: { video: HTMLVideoElement; mediaSource: MediaSource; address: string } | undefined
}
