/** What is playing, as the system's controls show it. */
export interface NowPlaying {
  title: string
  artist: string
  /** Address of the cover; empty for none. */
  artwork: string
}

/** What the system's controls ask for; positions in seconds. */
export interface MediaCommands {
  play(): void
  pause(): void
  next(): void
  previous(): void
  seek(position: number): void
}

/** The player's part in the controls on lock screens, headsets and keyboards. */
export interface MediaControls {
  describe(item: NowPlaying): void
  /** `duration` and `position` in seconds; `rate` 1 is the usual speed. */
  setPosition(state: { isPlaying: boolean; position: number; duration: number; rate: number }): void
}

/** Seconds of a skip that names none. */
const SKIP = 10

/** A page has these controls once: whoever plays takes them, and gives back on the signal what is still its own. */
export function createMediaControls(commands: MediaCommands, signal: AbortSignal): MediaControls | undefined {
  const session = navigator.mediaSession
  if (!session) return undefined
  let metadata: MediaMetadata | undefined
  let place = { position: 0, duration: 0 }
  const skip = (seconds: number) =>
    commands.seek(Math.min(Math.max(0, place.position + seconds), Math.max(0, place.duration - 1)))
  const handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler>> = {
    play: commands.play,
    pause: commands.pause,
    nexttrack: commands.next,
    previoustrack: commands.previous,
    seekto: ({ seekTime }) => seekTime !== undefined && commands.seek(seekTime),
    seekbackward: ({ seekOffset }) => skip(-(seekOffset || SKIP)),
    seekforward: ({ seekOffset }) => skip(seekOffset || SKIP)
  }
  const isActive = () => metadata !== undefined && session.metadata === metadata

  function listen(isListening: boolean) {
    for (const [action, handler] of Object.entries(handlers) as [MediaSessionAction, MediaSessionActionHandler][]) {
      try {
        session.setActionHandler(action, isListening ? handler : null)
      } catch {
        // Not every browser knows every action.
      }
    }
  }

  signal.addEventListener('abort', () => {
    if (!isActive()) return
    listen(false)
    session.metadata = null
    session.playbackState = 'none'
    session.setPositionState?.()
  })
  return {
    describe({ title, artist, artwork }) {
      const wasOurs = isActive()
      metadata = new MediaMetadata({ title, artist, artwork: artwork ? [{ src: artwork }] : [] })
      if (wasOurs) session.metadata = metadata
    },
    setPosition({ isPlaying, position, duration, rate }) {
      place = { position, duration }
      if (isPlaying && metadata && !isActive()) {
        session.metadata = metadata
        listen(true)
      }
      if (!isActive()) return
      session.playbackState = isPlaying ? 'playing' : 'paused'
      if (duration > 0) {
        session.setPositionState?.({
          duration,
          playbackRate: rate,
          position: Math.min(Math.max(0, position), duration)
        })
      }
    }
  }
}
