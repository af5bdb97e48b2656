// What is done when an episode does not play: again, from another place, or told to the viewer.
import type { PlayResponse } from '../../contract/episode.js'
import type { PlayerContext } from './player.js'
import type { PlayerEvent } from './player-events.js'

/** In ms. Nothing is waited for longer, so that what is over is noticed within three seconds. */
const RETRY_DELAYS_MS = [1000, 2000]
const LONGEST_WAIT = 2000
/** The picture is looked at this often, in ms. */
const LOOK_EVERY = 500
/** A picture that stands so long, in ms, gets its source anew, from the smallest quality. */
const STALL_MS = 8000
/** Seconds of a film that cannot be shown are left out, so many times. */
const SKIP = 2
const MAX_SKIPS = 3

export function recoverFromStalls(options: PlayerContext): (note: PlayerEvent) => void {
  const { app, stage, $time, $isWaiting, $framed, $failure, mediaOf, page, fail, signal } = options
  const { clock } = app.environment
  let staged: PlayResponse | undefined
  /** Since something played for a while. */
  let tries = 0
  let hasAskedAnew = false
  /** What failed while the viewer had paused: dealt with when somebody waits for it. */
  let deferredFailure: string | undefined
  let stalledMs = 0
  let movedFor = 0
  let seenAt = clock.now()
  let seenTime = -1
  let cancel: () => void = () => undefined

  function begin(position: number) {
    const source = staged && mediaOf(staged)?.from(position)
    if (!source || !staged) return
    const { no } = staged.episode
    const isPaused = stage.isPaused()
    // Its poster is better than an empty element.
    $framed.set(new Set([...$framed.get()].filter(other => other !== no)))
    stage.clear(no)
    stage.show(no, source, isPaused)
    // To be put back to its place is not to move.
    seenTime = stage.wanted()?.currentTime ?? -1
    $isWaiting.set(!isPaused)
  }

  function beginLater(delay: number) {
    $isWaiting.set(!stage.isPaused())
    cancel()
    // Where the viewer is by then.
    cancel = clock.setTimer(delay * (0.75 + Math.random() / 4), () => begin($time.get().position))
  }

  function answer(kind: string) {
    if (kind !== 'network' && stage.isPaused()) {
      deferredFailure = kind
      return
    }
    const { position } = $time.get()
    tries++
    if (kind === 'network' && !$failure.get()) beginLater(RETRY_DELAYS_MS[tries - 1] ?? LONGEST_WAIT)
    else if (kind === 'decode' && tries <= MAX_SKIPS + 1) {
      // The first time it may be the way there that was bad.
      if (tries > 1) sayThatSomethingIsLeftOut()
      begin(tries > 1 ? position + SKIP : position)
    } else if (kind === 'expired' && !hasAskedAnew) {
      hasAskedAnew = true
      options.retry()
    } else fail(kind)
  }

  function sayThatSomethingIsLeftOut() {
    const translation = app.i18n.$translation.get()
    if (translation) app.toasts.showText(translation.text('momentSkipped'))
  }

  function look() {
    if (signal.aborted) return
    const now = clock.now()
    // A machine that slept has not waited.
    const passed = Math.min(now - seenAt, 2 * LOOK_EVERY)
    seenAt = now
    const video = stage.wanted()
    const time = video?.currentTime ?? -1
    // Paused by the browser, not for want of a source: nobody waits.
    const isExpected =
      video !== undefined && !(video.paused && video.readyState > 0) && page.$play.get().state === 'playing'
    const isMoving = time !== seenTime
    seenTime = time
    if (isExpected && deferredFailure) {
      const kind = deferredFailure
      deferredFailure = undefined
      answer(kind)
    } else if (isExpected && isMoving) onProgress(passed)
    else if (isExpected && !$failure.get()) onStall(passed, time)
    else stalledMs = 0
    clock.setTimer(LOOK_EVERY, look)
  }

  function onProgress(passed: number) {
    movedFor += passed
    if (stalledMs > 0) $isWaiting.set(false)
    stalledMs = 0
    if (movedFor >= 2000) {
      tries = 0
      hasAskedAnew = false
    }
  }

  function onStall(passed: number, time: number) {
    const before = stalledMs
    movedFor = 0
    stalledMs += passed
    if (stalledMs >= 2 * LOOK_EVERY) $isWaiting.set(true)
    if (before < STALL_MS && stalledMs >= STALL_MS) begin($time.get().position || time)
  }

  app.environment.onOnline(() => {
    if ($isWaiting.get() && !$failure.get()) begin($time.get().position)
  }, signal)
  signal.addEventListener('abort', () => cancel())
  clock.setTimer(LOOK_EVERY, look)
  return note => {
    if (note.what === 'failed') answer(note.kind)
    if (note.what !== 'shown') return
    cancel()
    staged = note.playAnswer
    deferredFailure = undefined
    stalledMs = movedFor = 0
    seenTime = -1
    if (!hasAskedAnew) tries = 0
  }
}
