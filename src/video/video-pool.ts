// Three `<video>` elements for the current, previous and next episode. They are reused, never replaced, because iOS
// allows sound only on elements that played in a user gesture.
import type { PlayAttemptResult } from './attempt-play.js'
import { isBuffered } from './fast-start.js'
import type { VideoSource } from './source.js'
import { createVideoSlot, type VideoSlot, type VideoSlotEvents } from './video-slot.js'

const POOL_SIZE = 3
const BUFFER_BEFORE_PRELOAD_S = 8

export interface VideoPoolEvents {
  onFrame(no: number, at?: number): void
  onTime(position: number, duration: number): void
  onPlaying(isPlaying: boolean): void
  onWaiting(isWaiting: boolean): void
  onPlayAttempt(outcome: PlayAttemptResult): void
  onEnded(): void
  onFailed(kind: string): void
  onBuffered(): void
}

export interface VideoPool {
  readonly videos: readonly HTMLVideoElement[]
  slotOf(no: number): number
  hasLoaded(no: number): boolean
  /** A source that plays already continues, and emits its state again. `isStill` loads without playing. */
  show(no: number, source: VideoSource, isStill?: boolean): void
  /** Shows every episode in this picture-in-picture element, until called with undefined. */
  keepElement(video: HTMLVideoElement | undefined): void
  prepare(no: number, source: VideoSource): void
  clear(no: number): void
  play(): void
  pause(): void
  suspend(): void
  resume(): void
  isPaused(): boolean
  wantedVideo(): HTMLVideoElement | undefined
  seek(position: number): void
  isLoaded(position: number): boolean
  setRate(rate: number): void
  /** In a tap, this also gives the other elements the right to play with sound. */
  setMuted(isMuted: boolean): void
}

export interface PreopenedSlot {
  no: number
  take(events: VideoSlotEvents, signal: AbortSignal): VideoSlot
}

export function createVideoPool(
  events: VideoPoolEvents,
  isMuted: boolean,
  signal: AbortSignal,
  preopened?: PreopenedSlot
): VideoPool {
  let current = -1
  let muted = isMuted
  let hasAnnounced = false
  let isSuspended = false
  let willResume = false
  const episodeOfSlot = new Map<number, number>()
  let pinnedSlot = -1
  let shift = 0
  const slotOf = (no: number) => (((no + shift) % POOL_SIZE) + POOL_SIZE) % POOL_SIZE
  const slots = [...Array(POOL_SIZE)].map((_, index) => createPoolSlot(index))
  const shownSlot = () => slots[slotOf(current)] as VideoSlot
  const isShown = (index: number) => current >= 0 && index === slotOf(current)

  function createPoolSlot(index: number): VideoSlot {
    const whenShown = (task: () => void) => () => {
      if (isShown(index)) task()
    }
    const slotEvents = {
      onFrame: (at?: number) => events.onFrame(episodeOfSlot.get(index) ?? -1, at),
      onPlayAttempt: (outcome: PlayAttemptResult) => isShown(index) && events.onPlayAttempt(outcome),
      onFailed: (kind: string) => isShown(index) && events.onFailed(kind)
    }
    const isInstantStart = preopened && index === slotOf(preopened.no)
    const slot = isInstantStart ? preopened.take(slotEvents, signal) : createVideoSlot(slotEvents, signal)
    const { video } = slot
    const on = (name: string, task: () => void) => video.addEventListener(name, whenShown(task), { signal })
    // An emptied element reports 0, which is not the viewer's position.
    const emitTime = () => video.readyState > 0 && events.onTime(video.currentTime, video.duration || 0)
    on('timeupdate', emitTime)
    on('durationchange', emitTime)
    on('playing', () => announcePlaying(video))
    on('pause', () => {
      events.onPlaying(false)
      // An emptied element is about to reload, so it keeps waiting.
      if (video.readyState > 0) events.onWaiting(false)
    })
    on('waiting', () => events.onWaiting(true))
    on('ended', events.onEnded)
    on('progress', () => announceBuffered(video))
    return slot
  }

  function announcePlaying({ readyState, HAVE_FUTURE_DATA }: HTMLVideoElement) {
    events.onWaiting(readyState < HAVE_FUTURE_DATA)
    events.onPlaying(true)
  }

  function announceBuffered(video: HTMLVideoElement) {
    const end = video.buffered.length > 0 ? video.buffered.end(video.buffered.length - 1) : 0
    // Negated, so that an unknown duration (NaN) counts as not buffered.
    if (hasAnnounced || !(end - video.currentTime >= Math.min(BUFFER_BEFORE_PRELOAD_S, video.duration / 2))) return
    hasAnnounced = true
    events.onBuffered()
  }

  function play() {
    if (isSuspended) {
      willResume = true
      events.onWaiting(false)
    } else if (current >= 0) shownSlot().play(muted)
  }

  /** Emits at once, because the element's own `pause` event may come after the viewer's next command. */
  function pauseShown() {
    if (current < 0) return
    shownSlot().pause()
    events.onPlaying(false)
    events.onWaiting(false)
  }

  function load(no: number, source: VideoSource, isPreload: boolean) {
    episodeOfSlot.set(slotOf(no), no)
    slots[slotOf(no)]?.load(source, isPreload)
  }

  function select(no: number) {
    if (current >= 0 && current !== no) {
      shownSlot().pause()
      shownSlot().stopLoading()
    }
    if (pinnedSlot >= 0) shift += pinnedSlot - slotOf(no)
    current = no
    hasAnnounced = false
  }

  return {
    videos: slots.map(slot => slot.video),
    slotOf,
    hasLoaded: no => episodeOfSlot.get(slotOf(no)) === no,
    keepElement(video) {
      pinnedSlot = slots.findIndex(slot => slot.video === video)
    },
    show(no, source, isStill = false) {
      select(no)
      const { video } = shownSlot()
      const wasPlaying = !video.paused
      load(no, source, false)
      if (!isStill) play()
      if (wasPlaying && video.readyState > 0) announcePlaying(video)
      announceBuffered(video)
    },
    prepare(no, source) {
      if (slotOf(no) !== slotOf(current)) load(no, source, true)
    },
    clear(no) {
      select(no)
      episodeOfSlot.delete(slotOf(no))
      shownSlot().reset()
    },
    play,
    pause() {
      willResume = false
      pauseShown()
    },
    suspend() {
      if (isSuspended) return
      isSuspended = true
      willResume = current >= 0 && shownSlot().isWanted()
      pauseShown()
    },
    resume() {
      if (!isSuspended) return
      isSuspended = false
      if (willResume) play()
    },
    isPaused: () => !(isSuspended ? willResume : current >= 0 && shownSlot().isWanted()),
    wantedVideo() {
      const slot = isSuspended || current < 0 ? undefined : shownSlot()
      return slot?.isWanted() && !slot.video.ended ? slot.video : undefined
    },
    seek(position) {
      shownSlot().video.currentTime = position
    },
    isLoaded: position => isBuffered(shownSlot().video.buffered, position),
    setRate(rate) {
      // A new source resets the rate to the default.
      for (const { video } of slots) video.playbackRate = video.defaultPlaybackRate = rate
    },
    setMuted(next) {
      muted = next
      for (const { video } of slots) video.muted = next
    }
  }
}
