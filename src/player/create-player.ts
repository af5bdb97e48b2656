// Ties the page of core to the stage of video: what core decides is shown, what the stage tells goes back.
import { atom } from 'nanostores'
import type { PlayResponse } from '../../contract/episode.js'
import type { App } from '../core/app.js'
import type { PlayerPage, PlayState } from '../core/playback/player-page.js'
import { canPlayHls } from '../video/choose-engine.js'
import { createVideoPool } from '../video/video-pool.js'
import { createEnding } from './episode-end.js'
import type { StartRequest } from './instant-start/request.js'
import { createEpisodeMedia } from './media/episode-media.js'
import type { PlaybackTime, Player } from './player.js'
import { createPlayerEvents } from './player-events.js'

/** The viewer's place is kept this often, in seconds of playing. */
const SAVE_INTERVAL_S = 10
const PRESS_RATE = 2

export function createPlayer(app: App, page: PlayerPage, pageId: number, startRequest?: StartRequest): Player {
  const lifetime = new AbortController()
  const $time = atom<PlaybackTime>({ position: 0, duration: 0 })
  const $isPlaying = atom(false)
  const $isWaiting = atom(false)
  const $sound = atom<'on' | 'off' | 'refused' | 'blocked'>(app.settings.$isMuted.get() ? 'off' : 'on')
  const $framed = atom<ReadonlySet<number>>(new Set())
  const $failure = atom<string | undefined>()
  const $isOffline = atom(!app.environment.isOnline())
  const $resumed = atom<number | undefined>()
  const ending = createEnding(no => void page.goTo(no, true))
  const $heldRate = atom<number | undefined>()
  /** What is on stage, which is not what the page wants next. */
  let current: PlayResponse | undefined
  let savedAt = 0
  /** Where a second try begins. */
  let kept: { no: number; position: number } | undefined
  let hasReportedPlay = false
  let isInSight = true
  let isFloating = false
  /** Whose place the viewer has been told. */
  const told = new Set<string>()

  const media = createEpisodeMedia(app, page, startRequest, (no, source) => {
    $isWaiting.set(true)
    stage.show(no, source)
  })
  const stage = createVideoPool(
    {
      onFrame(no, at) {
        $framed.set(new Set([...$framed.get(), no]))
        note({ what: 'frame', no, at })
      },
      onTime(position, duration) {
        $time.set({ position, duration })
        if (Math.abs(position - savedAt) >= SAVE_INTERVAL_S) save(position)
      },
      onPlaying(isPlaying) {
        $isPlaying.set(isPlaying)
        note({ what: 'playing', is: isPlaying })
        if (!isPlaying) return save($time.get().position)
        ending.cancel()
        hasReportedPlay = false
        $failure.set(undefined)
      },
      onWaiting(isWaiting) {
        $isWaiting.set(isWaiting)
        note({ what: 'waiting', is: isWaiting })
      },
      onAutoplay(outcome) {
        // A swipe is a gesture too: the episode after a refused one may have its sound.
        if (outcome === 'allowed') $sound.set(app.settings.$isMuted.get() ? 'off' : 'on')
        if (outcome === 'muted') $sound.set('refused')
        if (outcome !== 'blocked') return
        $sound.set('blocked')
        $isWaiting.set(false)
      },
      onEnded() {
        const shown = page.$play.get()
        if (shown.state === 'playing') ending.start(shown.answer.next)
      },
      onFailed: kind => note({ what: 'failed', kind }),
      onBuffered: () => void prepareNext()
    },
    app.settings.$isMuted.get(),
    lifetime.signal,
    media.instantStart
  )

  const note = createPlayerEvents({
    app,
    page,
    stage,
    $time,
    $isPlaying,
    $isWaiting,
    $framed,
    $failure,
    ending,
    isWatched,
    fail,
    retry,
    mediaOf: media.of,
    signal: lifetime.signal
  })

  function fail(kind: string) {
    $failure.set(kind)
    if (!hasReportedPlay) app.emit('drama-error', { kind: `playback:${kind}` })
    hasReportedPlay = true
  }

  function retry() {
    const { no } = page.$play.get()
    kept = { no, position: $time.get().position }
    $failure.set(undefined)
    stage.clear(no)
    void page.retry()
  }

  function sourceOf(playAnswer: PlayResponse) {
    const isAgain = kept?.no === playAnswer.episode.no
    const position = (isAgain && kept?.position) || page.startPosition(playAnswer)
    return media.of(playAnswer)?.from(position)
  }

  function save(position: number) {
    if (!current || position <= 0 || position === savedAt) return
    savedAt = position
    const detail = page.detail.$loadable.get()
    app.progress.save(current, position, detail.state === 'ready' ? detail.value.drama : undefined)
  }

  async function prepareNext() {
    const playAnswer = await page.prepareNext()
    const source = playAnswer && sourceOf(playAnswer)
    if (source && !lifetime.signal.aborted) stage.prepare(playAnswer.episode.no, source)
  }

  function follow(shown: PlayState) {
    $failure.set(undefined)
    ending.cancel()
    $resumed.set(undefined)
    $isWaiting.set(false)
    save($time.get().position)
    current = undefined
    $isPlaying.set(false)
    const playAnswer = shown.state === 'playing' ? shown.answer : undefined
    note({ what: 'shown', no: shown.no, state: shown.state, playAnswer })
    if (shown.state === 'loading') stage.pause()
    else if (!playAnswer) place(shown, playAnswer)
    else media.whenStartConsumed(() => page.$play.get() === shown && place(shown, playAnswer))
    $framed.set(new Set([...$framed.get()].filter(stage.hasLoaded)))
  }

  function place(shown: Exclude<PlayState, { state: 'loading' }>, playAnswer: PlayResponse | undefined) {
    const isBegun = playAnswer !== undefined && media.hasBegun(playAnswer)
    const source = playAnswer && sourceOf(playAnswer)
    kept = undefined
    if (!source) {
      $time.set({ position: 0, duration: 0 })
      stage.clear(shown.no)
      return
    }
    current = playAnswer
    savedAt = source.position
    // Who has followed a link to a second has stopped nowhere.
    if (source.position > 0 && playAnswer.position_s > 0 && !told.has(playAnswer.play_id)) $resumed.set(source.position)
    told.add(playAnswer.play_id)
    $time.set({ position: (isBegun ? $time.get() : source).position, duration: playAnswer.episode.duration_s })
    $isWaiting.set(true)
    stage.show(shown.no, source)
  }

  function play() {
    if ($sound.get() === 'blocked') $sound.set(app.settings.$isMuted.get() ? 'off' : 'on')
    stage.play()
  }

  function isWatched() {
    const isSeen = isFloating || (isInSight && app.environment.visibility.isVisible())
    return isSeen && app.router.$stack.get().top?.id === pageId
  }

  /** Only what can be seen plays: another tab, another page of the app on top, or a scroll away holds it. */
  function holdOrGoOn() {
    if (isWatched()) stage.resume()
    else {
      save($time.get().position)
      stage.suspend()
    }
  }
  holdOrGoOn()
  const leaveRate = app.settings.$rate.subscribe(rate => stage.setRate($heldRate.get() ?? rate))
  const { no, state } = page.$play.get()
  note({ what: 'shown', no, state, playAnswer: undefined, at: media.requestedAt })
  const unfollow = page.$play.subscribe(follow)
  app.environment.visibility.onChange(holdOrGoOn, lifetime.signal)
  app.environment.onOnline(() => $isOffline.set(false), lifetime.signal)
  app.environment.onOffline(() => $isOffline.set(true), lifetime.signal)
  const leaveStack = app.router.$stack.listen(holdOrGoOn)

  return {
    stage,
    $time,
    $isPlaying,
    $isWaiting,
    $sound,
    $firstFrame: $framed,
    $failure,
    $isOffline,
    ending,
    $resumedAt: $resumed,
    $heldRate,
    prepareNext,
    fail,
    retry,
    play,
    isWatched,
    mediaOf: media.of,
    canChooseQuality: () => !stage.videos.some(canPlayHls),
    goToEpisode(direction) {
      const shown = page.$play.get()
      // Who leaves an episode that does not play has not gone on to the next: nothing is unlocked ahead of a player that fails.
      const hasPlayed = shown.state === 'playing' && $framed.get().has(shown.no) && !$failure.get()
      void page.goTo(shown.no + direction, hasPlayed && direction > 0)
    },
    togglePlay() {
      if ($isPlaying.get() && $sound.get() !== 'blocked') stage.pause()
      else play()
    },
    toggleSound() {
      const isMuted = $sound.get() === 'on'
      stage.setMuted(isMuted)
      $sound.set(isMuted ? 'off' : 'on')
      app.settings.$isMuted.set(isMuted)
      if (!$isPlaying.get()) stage.play()
    },
    seek(position) {
      ending.cancel()
      stage.seek(position)
      $time.set({ ...$time.get(), position })
    },
    pressSpeed(isHeld) {
      const rate = isHeld && $isPlaying.get() ? PRESS_RATE : undefined
      if (rate === $heldRate.get()) return
      $heldRate.set(rate)
      stage.setRate(rate ?? app.settings.$rate.get())
    },
    setVisible(isSeen) {
      isInSight = isSeen
      holdOrGoOn()
    },
    setFloating(video) {
      isFloating = video !== undefined
      stage.keepElement(video)
      holdOrGoOn()
    },
    destroy() {
      save($time.get().position)
      note({ what: 'left' })
      ending.cancel()
      unfollow()
      leaveRate()
      leaveStack()
      lifetime.abort()
    }
  }
}
