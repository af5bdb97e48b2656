/** Told at the document by who begins to play, whichever script and element it came with. */
const BEGINNING = 'drama-app:beginning'

interface Beginning {
  by: object
  isPreview: boolean
}

/** A player, or a preview without sound: that gives way to players, and never takes their turn. */
export interface Performer {
  isPreview: boolean
  isPlaying(): boolean
  /** Another one plays from now on. */
  onGiveWay(): void
}

/** Of all performers of a document one plays at a time. The answer takes the turn; false: another one keeps it. */
export function joinDocument(document: Document, performer: Performer, signal: AbortSignal): () => boolean {
  document.addEventListener(
    BEGINNING,
    event => {
      const { by, isPreview } = (event as CustomEvent<Beginning>).detail
      if (by === performer) return
      if (!isPreview || performer.isPreview) performer.onGiveWay()
      else if (performer.isPlaying()) event.preventDefault()
    },
    { signal }
  )
  return () => {
    const detail: Beginning = { by: performer, isPreview: performer.isPreview }
    return document.dispatchEvent(new CustomEvent(BEGINNING, { detail, cancelable: true }))
  }
}
