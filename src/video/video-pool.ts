// Three `<video>` elements, made once: the episode on screen, the one before and the one after.
// iOS gives sound only to elements the viewer has blessed, so they are relabelled, never replaced.
import type { Autoplay } from './autoplay.js'
import type { VideoSource } from './source.js'
import { createVideoSlot, type VideoSlot, type VideoSlotEvents } from './video-slot.js'

const SIZE = 3
/** Seconds of the current episode in the buffer before the next one may use the network. */
const BUFFER_BEFORE_PRELOAD_S = 8

/** What happens on stage; all but onFrame speak of the episode on screen. Times in seconds. */
export interface VideoPoolEvents {
  /** The first frame of episode `no` is in its element, on screen or waiting; `at` in epoch ms, where that was before now. */
  onFrame(no: number, at?: number): void
  onTime(position: number, duration: number): void
  onPlaying(isPlaying: boolean): void
  onWaiting(isWaiting: boolean): void
  onAutoplay(outcome: Autoplay): void
  onEnded(): void
  onFailed(kind: string): void
  /** Enough is buffered: the next episode may be prepared. */
  onBuffered(): void
}

export interface VideoPool {
  readonly videos: readonly HTMLVideoElement[]
  /** Where an episode is shown: its place among `videos`. */
  slotOf(no: number): number
  /** Whether its element has what this episode was last given. */
  hasLoaded(no: number): boolean
  /** What moves already goes on, and is told anew; `isStill`: it is loaded, and waits for `play`. */
  show(no: number, source: VideoSource, isStill?: boolean): void
  /** From now on every episode is shown in this element, which floats over other windows; undefined ends that. */
  keepElement(video: HTMLVideoElement | undefined): void
  /** Fetches the first segment of an episode that is about to be shown. */
  prepare(no: number, source: VideoSource): void
  /** Nothing plays and nothing is heard: the episode is locked or lost. */
  clear(no: number): void
  play(): void
  pause(): void
  /** Nobody sees the stage: nothing plays until `release`, which goes on only with what was playing. */
  suspend(): void
  resume(): void
  /** Whether the viewer wants nothing to move: it would not go on if it were seen. */
  isPaused(): boolean
  /** The element that should be showing moving pictures now; undefined where nobody expects them. */
  wanted(): HTMLVideoElement | undefined
  seek(position: number): void
  /** 1 is the usual speed; holds for every episode from now on. */
  setRate(rate: number): void
  /** Within a tap this also gives the waiting elements the right to play with sound. */
  setMuted(isMuted: boolean): void
}

/** The screen on which an episode begins before there is a stage. */
export interface PreopenedSlot {
  no: number
  take(events: VideoSlotEvents, signal: AbortSignal): VideoSlot
}

export function createVideoPool(
  events: VideoPoolEvents,
  isMuted: boolean,
  signal: AbortSignal,
  early?: PreopenedSlot
): VideoPool {
  let current = -1
  let muted = isMuted
  let hasAnnounced = false
  let isHeld = false
  let isWanted = false
  const numbers = new Map<number, number>()
  let pinned = -1
  let shift = 0
  const slotOf = (no: number) => (((no + shift) % SIZE) + SIZE) % SIZE
  const screens = [...Array(SIZE)].map((_, slot) => createOne(slot))
  const shown = () => screens[slotOf(current)] as VideoSlot
  const isShown = (slot: number) => current >= 0 && slot === slotOf(current)

  function createOne(slot: number): VideoSlot {
    const whenShown = (task: () => void) => () => {
      if (isShown(slot)) task()
    }
    const heard = {
      onFrame: (at?: number) => events.onFrame(numbers.get(slot) ?? -1, at),
      onAutoplay: (outcome: Autoplay) => isShown(slot) && events.onAutoplay(outcome),
      onFailed: (kind: string) => isShown(slot) && events.onFailed(kind)
    }
    const isInstantStart = early && slot === slotOf(early.no)
    const screen = isInstantStart ? early.take(heard, signal) : createVideoSlot(heard, signal)
    const { video } = screen
    const on = (name: string, task: () => void) => video.addEventListener(name, whenShown(task), { signal })
    // An element that was emptied is at 0, and so is not the viewer.
    const tellTime = () => video.readyState > 0 && events.onTime(video.currentTime, video.duration || 0)
    on('timeupdate', tellTime)
    on('durationchange', tellTime)
    on('playing', () => announcePlaying(video))
    on('pause', () => {
      events.onPlaying(false)
      // An element that was emptied is filled anew, and somebody waits for that.
      if (video.readyState > 0) events.onWaiting(false)
    })
    on('waiting', () => events.onWaiting(true))
    on('ended', events.onEnded)
    on('progress', () => announceBuffered(video))
    return screen
  }

  function announcePlaying({ readyState, HAVE_FUTURE_DATA }: HTMLVideoElement) {
    events.onWaiting(readyState < HAVE_FUTURE_DATA)
    events.onPlaying(true)
  }

  function announceBuffered(video: HTMLVideoElement) {
    const end = video.buffered.length > 0 ? video.buffered.end(video.buffered.length - 1) : 0
    // Written so that a duration that is not known yet means: not enough.
    if (hasAnnounced || !(end - video.currentTime >= Math.min(BUFFER_BEFORE_PRELOAD_S, video.duration / 2))) return
    hasAnnounced = true
    events.onBuffered()
  }

  function play() {
    if (isHeld) {
      isWanted = true
      events.onWaiting(false)
    } else if (current >= 0) shown().play(muted)
  }

  /** Who has paused waits for nothing. Told at once: the element's own word may come behind the viewer's next. */
  function rest() {
    if (current < 0) return
    shown().pause()
    events.onPlaying(false)
    events.onWaiting(false)
  }

  function load(no: number, source: VideoSource, isWaiting: boolean) {
    numbers.set(slotOf(no), no)
    screens[slotOf(no)]?.load(source, isWaiting)
  }

  function select(no: number) {
    if (current >= 0 && current !== no) shown().pause()
    if (pinned >= 0) shift += pinned - slotOf(no)
    current = no
    hasAnnounced = false
  }

  return {
    videos: screens.map(screen => screen.video),
    slotOf,
    hasLoaded: no => numbers.get(slotOf(no)) === no,
    keepElement(video) {
      pinned = screens.findIndex(screen => screen.video === video)
    },
    show(no, source, isStill = false) {
      select(no)
      const { video } = shown()
      const hasMoved = !video.paused
      load(no, source, false)
      if (!isStill) play()
      if (hasMoved && video.readyState > 0) announcePlaying(video)
      announceBuffered(video)
    },
    prepare(no, source) {
      if (slotOf(no) !== slotOf(current)) load(no, source, true)
    },
    clear(no) {
      select(no)
      numbers.delete(slotOf(no))
      shown().reset()
    },
    play,
    pause() {
      isWanted = false
      rest()
    },
    suspend() {
      if (isHeld) return
      isHeld = true
      isWanted = current >= 0 && shown().isWanted()
      rest()
    },
    resume() {
      if (!isHeld) return
      isHeld = false
      if (isWanted) play()
    },
    isPaused: () => !(isHeld ? isWanted : current >= 0 && shown().isWanted()),
    wanted() {
      const screen = isHeld || current < 0 ? undefined : shown()
      return screen?.isWanted() && !screen.video.ended ? screen.video : undefined
    },
    seek(position) {
      shown().video.currentTime = position
    },
    setRate(rate) {
      // A new source falls back to the default.
      for (const { video } of screens) video.playbackRate = video.defaultPlaybackRate = rate
    },
    setMuted(next) {
      muted = next
      for (const { video } of screens) video.muted = next
    }
  }
}
