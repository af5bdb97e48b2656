interface MediaSourceGlobals {
  ManagedMediaSource?: typeof MediaSource
  MediaSource?: typeof MediaSource
}

/** iPhones have only the managed one. */
export function findMediaSource(): typeof MediaSource | undefined {
  const { ManagedMediaSource, MediaSource } = globalThis as MediaSourceGlobals
  return ManagedMediaSource ?? MediaSource
}
