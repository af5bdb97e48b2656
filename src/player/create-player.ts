import { atom } from 'nanostores'
import type { PlayResponse } from '../../contract/episode.js'
import type { App } from '../core/app.js'
import { lastSeekPosition } from '../core/format/playback-time.js'
import { readyValue } from '../core/loading/loadable.js'
import { whenSettled } from '../core/loading/when-settled.js'
import type { PlayerPage, PlayState } from '../core/playback/player-page.js'
import type { SoundState } from '../core/playback/remote-control.js'
import { saveProgress } from '../core/playback/save-progress.js'
import { canPlayHls, preloadEngine } from '../video/choose-engine.js'
import { toRestartPosition } from '../video/restart-position.js'
import { createVideoPool } from '../video/video-pool.js'
import type { PlayerStarts } from './instant-start/player-starts.js'
import type { StartRequest } from './instant-start/request.js'
import { createEpisodeMedia } from './media/episode-media.js'
import { resumeSegmentStart, segmentStartAt } from './media/resume-position.js'
import { createNextEpisodeAutoplay } from './next-episode-autoplay.js'
import type { PlaybackTime, Player } from './player.js'
import { createPlayerEvents } from './player-events.js'

const SAVE_INTERVAL_S = 10
const HELD_RATE = 2
/** hls.js moves segments by up to 0.07 s, and would load the one before. */
const SEGMENT_MARGIN_S = 0.1

export function createPlayer(
  app: App,
  page: PlayerPage,
  pageId: number,
  starts: PlayerStarts,
  startRequest?: StartRequest
): Player {
  const lifetime = new AbortController()
  const $time = atom<PlaybackTime>({ position: 0, duration: 0 })
  const $isPlaying = atom(false)
  const $isWaiting = atom(false)
  const $sound = atom<SoundState>(app.playbackSettings.$isMuted.get() ? 'off' : 'on')
  const $firstFrame = atom<ReadonlySet<number>>(new Set())
  const $failure = atom<string | undefined>()
  const $isOffline = atom(!app.environment.isOnline())
  const $resumedAt = atom<number | undefined>()
  const nextEpisodeAutoplay = createNextEpisodeAutoplay(
    { $play: page.$play, $time, $isPlaying },
    no => void page.goTo(no, true)
  )
  const $heldRate = atom<number | undefined>()
  let loadedPlay: PlayResponse | undefined
  let savedPosition = 0
  let retryPoint: { no: number; position: number } | undefined
  let hasReportedFailure = false
  let isInViewport = true
  let isInPictureInPicture = false
  const announcedPlays = new Set<string>()

  const media = createEpisodeMedia(app, page, startRequest, starts, (no, source) => {
    $isWaiting.set(true)
    videoPool.show(no, source)
  })
  const videoPool = createVideoPool(
    {
      onFrame(no, at) {
        $firstFrame.set(new Set([...$firstFrame.get(), no]))
        emitPlayerEvent({ type: 'frame', no, at })
      },
      onTime(position, duration) {
        $time.set({ position, duration })
        if (Math.abs(position - savedPosition) >= SAVE_INTERVAL_S) save(position)
      },
      onPlaying(isPlaying) {
        $isPlaying.set(isPlaying)
        emitPlayerEvent({ type: 'playing', isActive: isPlaying })
        if (!isPlaying) return save($time.get().position)
        nextEpisodeAutoplay.cancel()
        hasReportedFailure = false
        $failure.set(undefined)
      },
      onWaiting(isWaiting) {
        $isWaiting.set(isWaiting)
        emitPlayerEvent({ type: 'waiting', isActive: isWaiting })
      },
      onPlayAttempt(outcome) {
        // The browser may refuse sound at first and allow it after a swipe, which is a user gesture.
        if (outcome === 'allowed') $sound.set(app.playbackSettings.$isMuted.get() ? 'off' : 'on')
        if (outcome === 'muted') $sound.set('refused')
        if (outcome !== 'blocked') return
        $sound.set('blocked')
        $isWaiting.set(false)
      },
      onEnded() {
        const playState = page.$play.get()
        if (playState.state === 'playing') nextEpisodeAutoplay.start(playState.playResponse.next)
      },
      onFailed: kind => emitPlayerEvent({ type: 'failed', kind }),
      onBuffered: () => void prepareNext()
    },
    app.playbackSettings.$isMuted.get(),
    lifetime.signal,
    media.instantStart
  )

  const emitPlayerEvent = createPlayerEvents({
    app,
    page,
    videoPool,
    $time,
    $isPlaying,
    $isWaiting,
    $firstFrame,
    $failure,
    nextEpisodeAutoplay,
    isOnScreen,
    fail,
    retry,
    mediaOf: media.of,
    signal: lifetime.signal
  })

  function fail(kind: string) {
    $failure.set(kind)
    if (!hasReportedFailure) app.emit('drama-error', { kind: `playback:${kind}` })
    hasReportedFailure = true
  }

  function retry() {
    const { no } = page.$play.get()
    retryPoint = { no, position: $time.get().position }
    $failure.set(undefined)
    videoPool.clear(no)
    void page.retry()
  }

  function createSource(playResponse: PlayResponse) {
    const linkPosition = page.takeLinkPosition(playResponse)
    const retryPosition = retryPoint?.no === playResponse.episode.no ? retryPoint.position : 0
    const position = retryPosition
      ? toRestartPosition(retryPosition)
      : (linkPosition ?? resumeSegmentStart(playResponse))
    return media.of(playResponse)?.from(position)
  }

  function save(position: number) {
    if (!loadedPlay || position <= 0 || position === savedPosition) return
    savedPosition = position
    const detail = page.detail.$loadable.get()
    saveProgress(app, loadedPlay, position, readyValue(detail)?.drama)
  }

  async function prepareNext() {
    const playResponse = await page.prepareNext()
    const source = playResponse && createSource(playResponse)
    if (source && !lifetime.signal.aborted) videoPool.prepare(playResponse.episode.no, source)
  }

  function onPlayState(playState: PlayState) {
    $failure.set(undefined)
    nextEpisodeAutoplay.reset()
    $resumedAt.set(undefined)
    $isWaiting.set(false)
    save($time.get().position)
    loadedPlay = undefined
    $isPlaying.set(false)
    const playResponse = playState.state === 'playing' ? playState.playResponse : undefined
    emitPlayerEvent({ type: 'shown', no: playState.no, state: playState.state, playResponse })
    // After what the lock shows. The viewer may pay, and the episode then plays without a wait for hls.js.
    if (playState.state === 'locked') void whenSettled(page.episodes).then(preloadEngine)
    if (playState.state === 'loading') videoPool.pause()
    else if (!playResponse) showState(playState, playResponse)
    else media.afterInstantStart(() => page.$play.get() === playState && showState(playState, playResponse))
    $firstFrame.set(new Set([...$firstFrame.get()].filter(videoPool.hasLoaded)))
  }

  function showState(playState: Exclude<PlayState, { state: 'loading' }>, playResponse: PlayResponse | undefined) {
    const hasStarted = playResponse !== undefined && media.hasBegun(playResponse)
    const source = playResponse && createSource(playResponse)
    retryPoint = undefined
    if (!source) {
      $time.set({ position: 0, duration: 0 })
      videoPool.clear(playState.no)
      return
    }
    loadedPlay = playResponse
    savedPosition = source.position
    // A link can set a start time, so only a stored position means that the viewer resumes.
    if (source.position > 0 && playResponse.position_s > 0 && !announcedPlays.has(playResponse.play_id))
      $resumedAt.set(source.position)
    announcedPlays.add(playResponse.play_id)
    $time.set({ position: (hasStarted ? $time.get() : source).position, duration: playResponse.episode.duration_s })
    $isWaiting.set(true)
    videoPool.show(playState.no, source)
  }

  function play() {
    if ($sound.get() === 'blocked') $sound.set(app.playbackSettings.$isMuted.get() ? 'off' : 'on')
    videoPool.play()
  }

  function seek(to: number) {
    const time = $time.get()
    const position = Math.min(Math.max(0, to), lastSeekPosition(time.duration))
    nextEpisodeAutoplay.reset()
    videoPool.seek(position)
    $time.set({ ...time, position })
  }

  function isOnScreen() {
    const isVisible = isInPictureInPicture || (isInViewport && app.environment.visibility.isVisible())
    return isVisible && app.router.$stack.get().top?.id === pageId
  }

  function updateSuspension() {
    if (isOnScreen()) videoPool.resume()
    else {
      save($time.get().position)
      videoPool.suspend()
    }
  }
  updateSuspension()
  const unsubscribeRate = app.playbackSettings.$rate.subscribe(rate => videoPool.setRate($heldRate.get() ?? rate))
  const { no, state } = page.$play.get()
  emitPlayerEvent({ type: 'shown', no, state, playResponse: undefined, at: media.requestedAt })
  const unsubscribePlay = page.$play.subscribe(onPlayState)
  app.environment.visibility.onChange(updateSuspension, lifetime.signal)
  app.environment.onOnline(() => $isOffline.set(false), lifetime.signal)
  app.environment.onOffline(() => $isOffline.set(true), lifetime.signal)
  const unsubscribeStack = app.router.$stack.listen(updateSuspension)

  return {
    videoPool,
    $time,
    $isPlaying,
    $isWaiting,
    $sound,
    $firstFrame,
    $failure,
    $isOffline,
    nextEpisodeAutoplay,
    $resumedAt,
    $heldRate,
    prepareNext,
    fail,
    retry,
    play,
    isOnScreen,
    mediaOf: media.of,
    canChooseQuality: () => !videoPool.videos.some(canPlayHls),
    goToEpisode(direction) {
      const playState = page.$play.get()
      // An episode that fails must not lead to an auto-unlock of the next one.
      const hasPlayed = playState.state === 'playing' && $firstFrame.get().has(playState.no) && !$failure.get()
      void page.goTo(playState.no + direction, hasPlayed && direction > 0)
    },
    togglePlay() {
      if ($isPlaying.get() && $sound.get() !== 'blocked') videoPool.pause()
      else play()
    },
    toggleSound() {
      const isMuted = $sound.get() === 'on'
      videoPool.setMuted(isMuted)
      $sound.set(isMuted ? 'off' : 'on')
      app.playbackSettings.$isMuted.set(isMuted)
      if (!$isPlaying.get()) videoPool.play()
    },
    seek,
    scrubTo(to) {
      const { position, duration } = $time.get()
      const start = loadedPlay ? segmentStartAt(loadedPlay.opening, to) + SEGMENT_MARGIN_S : to
      const isEnd = to >= lastSeekPosition(duration)
      const isBehindPosition = start <= position && position < to
      seek(videoPool.isLoaded(to) || isEnd || isBehindPosition ? to : start)
    },
    setSpeedHeld(isHeld) {
      const rate = isHeld && $isPlaying.get() ? HELD_RATE : undefined
      if (rate === $heldRate.get()) return
      $heldRate.set(rate)
      videoPool.setRate(rate ?? app.playbackSettings.$rate.get())
    },
    setVisible(isVisible) {
      isInViewport = isVisible
      updateSuspension()
    },
    setPictureInPicture(video) {
      isInPictureInPicture = video !== undefined
      videoPool.keepElement(video)
      updateSuspension()
    },
    destroy() {
      save($time.get().position)
      emitPlayerEvent({ type: 'left' })
      nextEpisodeAutoplay.reset()
      unsubscribePlay()
      unsubscribeRate()
      unsubscribeStack()
      lifetime.abort()
    }
  }
}
