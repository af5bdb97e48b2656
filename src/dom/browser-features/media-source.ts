interface MediaSourceGlobals {
  ManagedMediaSource?: typeof MediaSource
  MediaSource?: typeof MediaSource
  origin?: string
}

/**
 * iPhones have only the managed one. WebKit, which has it, loads no `blob:null` address: without an origin, as in a
 * sandboxed frame, it has to play HLS by itself.
 */
export function findMediaSource(): typeof MediaSource | undefined {
  const { ManagedMediaSource, MediaSource, origin } = globalThis as MediaSourceGlobals
  return ManagedMediaSource && origin === 'null' ? undefined : (ManagedMediaSource ?? MediaSource)
}
