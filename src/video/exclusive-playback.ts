/** Told at the document by who begins to play, whichever script and element it came with. */
const PLAYBACK_STARTED = 'drama-app:beginning'

interface Beginning {
  by: object
  isPreview: boolean
}

/** A player, or a preview without sound: that gives way to players, and never takes their turn. */
export interface ExclusivePlayer {
  isPreview: boolean
  isPlaying(): boolean
  /** Another one plays from now on. */
  onInterrupted(): void
}

/** Of all performers of a document one plays at a time. The answer takes the turn; false: another one keeps it. */
export function joinExclusivePlayback(
  document: Document,
  performer: ExclusivePlayer,
  signal: AbortSignal
): () => boolean {
  document.addEventListener(
    PLAYBACK_STARTED,
    event => {
      const { by, isPreview } = (event as CustomEvent<Beginning>).detail
      if (by === performer) return
      if (!isPreview || performer.isPreview) performer.onInterrupted()
      else if (performer.isPlaying()) event.preventDefault()
    },
    { signal }
  )
  return () => {
    const detail: Beginning = { by: performer, isPreview: performer.isPreview }
    return document.dispatchEvent(new CustomEvent(PLAYBACK_STARTED, { detail, cancelable: true }))
  }
}
