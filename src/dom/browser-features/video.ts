// What the first frame needs to know of a browser.

/** Not in TypeScript's types yet: https://w3c.github.io/media-source/#managedmediasource-interface */
export interface ManagedMediaSource extends MediaSource {
  /** False while the browser wants no more media. */
  readonly streaming: boolean
}

export const isStreamingWanted = (mediaSource: MediaSource): boolean =>
  (mediaSource as Partial<ManagedMediaSource>).streaming !== false

export const hasVideoFrameCallbacks = (video: object): boolean => 'requestVideoFrameCallback' in video
