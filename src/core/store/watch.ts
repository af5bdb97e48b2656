import type { Clock, Tabs } from '../environment.js'

/** From one look to the next, in ms. */
const WAITS = [2000, 4000, 8000, 15_000, 30_000]

interface WatchOptions {
  clock: Clock
  tabs: Pick<Tabs, 'onReturn'>
  /** Looks whether it is over; never rejects. */
  look(): Promise<boolean>
  /** Nothing has come for a minute: from now on it looks only when the viewer is back. */
  onLate(): void
  signal: AbortSignal
}

export interface Watch {
  /** At once, and from the beginning again. Resolves when the answer is there. */
  lookNow(): Promise<void>
}

/** Looks more and more seldom until it is over, and anew whenever the viewer comes back; ends with the signal. */
export function watch({ clock, tabs, look, onLate, signal }: WatchOptions): Watch {
  const ending = new AbortController()
  signal.addEventListener('abort', () => ending.abort(), { signal: ending.signal })
  let cancel = () => {}
  ending.signal.addEventListener('abort', () => cancel())

  function wait(turn: number) {
    cancel()
    if (ending.signal.aborted) return
    const delay = WAITS[turn]
    if (delay === undefined) onLate()
    else cancel = clock.after(delay, () => void turnTo(turn + 1))
  }
  async function turnTo(turn: number) {
    cancel()
    if (await look()) ending.abort()
    else wait(turn)
  }
  wait(0)
  const lookNow = () => (ending.signal.aborted ? Promise.resolve() : turnTo(0))
  tabs.onReturn(() => void lookNow(), ending.signal)
  return { lookNow }
}
