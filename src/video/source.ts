import type { PlayResponse } from '../../contract/episode.js'
import type { QualityChoice } from './quality-level.js'

export interface VideoSource {
  url: string
  position: number
  startSegments: PlayResponse['opening']
  playlists: ReadonlyMap<string, string>
  prefetchedStart?: PrefetchedStart | undefined
  /** Rewrites a url of this source to its newest ticket. */
  toCurrentUrl(url: string): string
  renew(): Promise<boolean>
  quality?: QualityChoice | undefined
}

/** Opened during the request, which saves two turns of the event loop. */
export interface PreopenedVideo {
  video: HTMLVideoElement
  mediaSource: MediaSource
  objectUrl: string
}

/** For a start at `position` (s); `first` is the segment with the index `segment`. `since`: when the bytes were requested, in ms of `performance.now()`. */
export interface PrefetchedStart {
  init: ArrayBuffer
  first: Response
  position: number
  segment: number
  since: number
  preopened?: PreopenedVideo | undefined
}
