import { hasMediaSession } from '../dom/browser-features/controls.js'

export interface NowPlaying {
  title: string
  artist: string
  artwork: string
}

export interface MediaCommands {
  play(): void
  pause(): void
  next(): void
  previous(): void
  seek(position: number): void
}

export interface MediaControls {
  describe(item: NowPlaying): void
  setPosition(state: { isPlaying: boolean; position: number; duration: number; rate: number }): void
}

const DEFAULT_SKIP_S = 10

/** A page has one media session. The player that plays takes it, and clears it on abort if it still owns it. */
export function createMediaControls(commands: MediaCommands, signal: AbortSignal): MediaControls | undefined {
  if (!hasMediaSession()) return undefined
  const session = navigator.mediaSession
  let metadata: MediaMetadata | undefined
  let lastTime = { position: 0, duration: 0 }
  const skip = (seconds: number) => commands.seek(lastTime.position + seconds)
  const handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler>> = {
    play: commands.play,
    pause: commands.pause,
    nexttrack: commands.next,
    previoustrack: commands.previous,
    seekto: ({ seekTime }) => seekTime !== undefined && commands.seek(seekTime),
    seekbackward: ({ seekOffset }) => skip(-(seekOffset || DEFAULT_SKIP_S)),
    seekforward: ({ seekOffset }) => skip(seekOffset || DEFAULT_SKIP_S)
  }
  const isActive = () => metadata !== undefined && session.metadata === metadata

  function listen(isListening: boolean) {
    for (const [action, handler] of Object.entries(handlers) as [MediaSessionAction, MediaSessionActionHandler][]) {
      try {
        session.setActionHandler(action, isListening ? handler : null)
      } catch {
        // The browser does not support this action.
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
      lastTime = { position, duration }
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
