import type { PlayResponse } from '../../contract/episode.js'
import { toRestartPosition } from '../video/restart-position.js'
import type { PlayerContext } from './player.js'
import type { PlayerEvent } from './player-events.js'

/** No retry waits longer than 2 s, so that playback resumes within three seconds after a fault ends. */
const RETRY_DELAYS_MS = [1000, 2000]
const MAX_RETRY_DELAY_MS = 2000
const CHECK_INTERVAL_MS = 500
const STALL_MS = 8000
const SKIP_S = 2
const MAX_SKIPS = 3
const MAX_START_TRIES = 3

export function recoverFromStalls(options: PlayerContext): (event: PlayerEvent) => void {
  const { app, videoPool, $time, $isWaiting, $firstFrame, $failure, mediaOf, page, fail, signal } = options
  const { clock } = app.environment
  let loadedPlay: PlayResponse | undefined
  let attempts = 0
  let hasRequestedAgain = false
  let deferredFailure: string | undefined
  let stalledMs = 0
  let progressMs = 0
  let checkedAt = clock.now()
  let checkedTime = -1
  let startTries = 0
  let cancel: () => void = () => undefined

  function reload(position: number) {
    const source = loadedPlay && mediaOf(loadedPlay)?.from(toRestartPosition(position))
    if (!source || !loadedPlay) return
    const { no } = loadedPlay.episode
    const isPaused = videoPool.isPaused()
    $firstFrame.set(new Set([...$firstFrame.get()].filter(other => other !== no)))
    videoPool.clear(no)
    videoPool.show(no, source, isPaused)
    // The seek to the old position does not count as progress.
    checkedTime = videoPool.wantedVideo()?.currentTime ?? -1
    $isWaiting.set(!isPaused)
  }

  function reloadLater(delay: number) {
    $isWaiting.set(!videoPool.isPaused())
    cancel()
    cancel = clock.setTimer(delay * (0.75 + Math.random() / 4), () => reload($time.get().position))
  }

  function handleFailure(kind: string) {
    if (kind !== 'network' && videoPool.isPaused()) {
      deferredFailure = kind
      return
    }
    const { position } = $time.get()
    attempts++
    if (kind === 'network' && !$failure.get()) reloadLater(RETRY_DELAYS_MS[attempts - 1] ?? MAX_RETRY_DELAY_MS)
    // The download may have been damaged, or a cache on the way has something else for the urls of the old ticket.
    else if ((kind === 'decode' || kind === 'expired') && !hasRequestedAgain) {
      hasRequestedAgain = true
      options.retry()
    } else if (kind === 'decode' && attempts <= MAX_SKIPS + 1) {
      showSkipMessage()
      reload(position + SKIP_S)
    } else fail(kind)
  }

  function showSkipMessage() {
    const translation = app.i18n.$translation.get()
    if (translation) app.toasts.showText(translation.text('momentSkipped'))
  }

  function checkProgress() {
    if (signal.aborted) return
    const now = clock.now()
    const passed = Math.min(now - checkedAt, 2 * CHECK_INTERVAL_MS)
    checkedAt = now
    const video = videoPool.wantedVideo()
    const time = video?.currentTime ?? -1
    const isPlayable = video !== undefined && page.$play.get().state === 'playing'
    // An element that is paused with data was paused by the browser and must not count as stalled.
    const isPausedByBrowser = isPlayable && video.paused && video.readyState > 0
    // Only before the start, where no button offers to play: a new source had interrupted the first try.
    if (isPausedByBrowser && $time.get().position === 0 && startTries++ < MAX_START_TRIES) videoPool.play()
    const isExpected = isPlayable && !isPausedByBrowser
    const isMoving = time !== checkedTime
    checkedTime = time
    if (isExpected && deferredFailure) {
      const kind = deferredFailure
      deferredFailure = undefined
      handleFailure(kind)
    } else if (isExpected && isMoving) onProgress(passed)
    else if (isExpected && !$failure.get()) onStall(passed, time)
    else stalledMs = 0
    clock.setTimer(CHECK_INTERVAL_MS, checkProgress)
  }

  function onProgress(passed: number) {
    progressMs += passed
    if (stalledMs > 0) $isWaiting.set(false)
    stalledMs = 0
    if (progressMs >= 2000) {
      attempts = 0
      hasRequestedAgain = false
    }
  }

  function onStall(passed: number, time: number) {
    const before = stalledMs
    progressMs = 0
    stalledMs += passed
    if (stalledMs >= 2 * CHECK_INTERVAL_MS) $isWaiting.set(true)
    if (before < STALL_MS && stalledMs >= STALL_MS) reload($time.get().position || time)
  }

  app.environment.onOnline(() => {
    if ($isWaiting.get() && !$failure.get()) reload($time.get().position)
  }, signal)
  signal.addEventListener('abort', () => cancel())
  clock.setTimer(CHECK_INTERVAL_MS, checkProgress)
  return event => {
    if (event.type === 'failed') handleFailure(event.kind)
    if (event.type !== 'shown') return
    cancel()
    loadedPlay = event.playResponse
    deferredFailure = undefined
    startTries = 0
    stalledMs = progressMs = 0
    checkedTime = -1
    if (!hasRequestedAgain) attempts = 0
  }
}
