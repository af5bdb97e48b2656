/** Dispatched at the document, because players can come from different scripts on the page. */
const PLAYBACK_STARTED = 'drama-app:beginning'

interface PlaybackStart {
  by: object
  isPreview: boolean
}

export interface ExclusivePlayer {
  isPreview: boolean
  isPlaying(): boolean
  onInterrupted(): void
}

/** Returns a function that claims playback. It returns false for a preview while a player plays. */
export function joinExclusivePlayback(
  document: Document,
  participant: ExclusivePlayer,
  signal: AbortSignal
): () => boolean {
  document.addEventListener(
    PLAYBACK_STARTED,
    event => {
      const { by, isPreview } = (event as CustomEvent<PlaybackStart>).detail
      if (by === participant) return
      if (!isPreview || participant.isPreview) participant.onInterrupted()
      else if (participant.isPlaying()) event.preventDefault()
    },
    { signal }
  )
  return () => {
    const detail: PlaybackStart = { by: participant, isPreview: participant.isPreview }
    return document.dispatchEvent(new CustomEvent(PLAYBACK_STARTED, { detail, cancelable: true }))
  }
}
