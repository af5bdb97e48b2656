import type { LaunchEnvironment } from '../../core/environment.js'
import { expiryTime } from '../../core/playback/play-response.js'
import { adoptStyles } from '../../dom/adopted-styles.js'
import { canPlayHls } from '../../video/choose-engine.js'
import { onSecondFrame } from '../../video/first-frame.js'
import type { QualityChoice } from '../../video/quality-level.js'
import { createVideoSlot, type VideoSlotEvents } from '../../video/video-slot.js'
import { createSignedMedia, type RenewMedia } from '../media/signed-media.js'
import instantStartCss from './instant-start.css'
import type { InstantStart, StartMedia, StartRequest } from './request.js'
import { readStartResponse } from './response-reader.js'

// Re-exported for the previews of Discover, which load this chunk.
export { createSignedMedia, createVideoSlot }

export interface InstantStartOptions {
  environment: LaunchEnvironment
  isMuted(): boolean
  quality: QualityChoice
  onLeave(listener: () => void, signal: AbortSignal): void
  signal: AbortSignal
}

type State =
  | { state: 'requested' }
  | { state: 'opened' }
  | { state: 'showing' }
  | { state: 'handed-over'; events: VideoSlotEvents; renew: RenewMedia }
  | { state: 'ended' }

export function getInstantStart(request: StartRequest, options: InstantStartOptions): InstantStart {
  request.instantStart ??= createInstantStart(request, options)
  return request.instantStart
}

function createInstantStart(request: StartRequest, options: InstantStartOptions): InstantStart {
  const { environment, signal } = options
  const { clock } = environment
  const lifetime = new AbortController()
  const coverLifetime = new AbortController()
  let current: State = { state: 'requested' }
  const earlyEvents: ((events: VideoSlotEvents) => void)[] = []
  let endWait = () => {}
  const slot = createVideoSlot(
    {
      onFrame() {
        const at = clock.now()
        report(events => events.onFrame(at))
      },
      onPlayAttempt(outcome) {
        if (outcome === 'blocked') endWait()
        report(events => events.onPlayAttempt(outcome))
      },
      onFailed(kind) {
        endWait()
        report(events => events.onFailed(kind))
      }
    },
    lifetime.signal,
    { video: request.preopened?.video }
  )
  const response = request.response.then(readStartResponse)
  const head = response.then(started => started.head)
  const opened = open()
  for (const promise of [head, opened]) promise.catch(() => undefined)
  signal.addEventListener('abort', dispose, { signal: lifetime.signal })
  lifetime.signal.addEventListener('abort', hide)

  function dispose() {
    lifetime.abort()
  }

  function report(event: (events: VideoSlotEvents) => void) {
    if (current.state === 'handed-over') event(current.events)
    else earlyEvents.push(event)
  }

  async function renew() {
    return current.state === 'handed-over' ? current.renew() : undefined
  }

  async function open(): Promise<StartMedia> {
    const { head, readMedia, cancel } = await response
    if ('refused' in head) throw new Error('locked')
    const play = 'play' in head ? head.play : head
    const { start_s: position, segment } = head
    const { since, preopened } = request
    const expires_at = expiryTime(play, clock.now())
    const isNative = canPlayHls(slot.video)
    if (isNative) cancel()
    const prefetched = isNative ? undefined : { ...(await readMedia(head)), position, segment, since, preopened }
    const media = createSignedMedia({ ...play, expires_at }, renew, options.quality, prefetched)
    if (!media) throw new Error('nothing to play')
    if (current.state === 'requested') current = { state: 'opened' }
    return { play, media, source: media.from(position) }
  }

  function hide() {
    coverLifetime.abort()
    if (current.state === 'handed-over') return
    current = { state: 'ended' }
    slot.pause()
  }

  return {
    opened,
    head,
    async show(root, loadPlayer) {
      if (!isInViewport(environment, root.host)) return hide()
      // Before the response, so that the browser's layout does not delay the first frame.
      coverRoot(root, slot.video, hide, coverLifetime.signal)
      options.onLeave(hide, coverLifetime.signal)
      const media = await opened.catch(hide)
      if (!media || current.state !== 'opened') return
      current = { state: 'showing' }
      slot.load(media.source, false)
      slot.play(options.isMuted())
      await new Promise<void>(resolve => {
        endWait = resolve
        onSecondFrame(slot.video, resolve, lifetime.signal)
      })
      loadPlayer().catch(hide)
    },
    handOver(events, renewByPlayer, playerSignal) {
      current = { state: 'handed-over', events, renew: renewByPlayer }
      playerSignal.addEventListener('abort', dispose)
      return {
        ...slot,
        load(source, isWaiting) {
          slot.load(source, isWaiting)
          request.preopened = undefined
          opened.then(
            media => Object.assign(media.source, { prefetchedStart: undefined }),
            () => undefined
          )
          for (const event of earlyEvents.splice(0)) event(events)
        }
      }
    }
  }
}

function coverRoot(root: ShadowRoot, video: HTMLVideoElement, onTaken: () => void, signal: AbortSignal) {
  adoptStyles(root, instantStartCss)
  const cover = document.createElement('div')
  cover.className = 'instant-start'
  cover.setAttribute('aria-hidden', 'true')
  cover.append(video)
  const observer = new MutationObserver(onTaken)
  signal.addEventListener('abort', () => {
    observer.disconnect()
    cover.remove()
  })
  root.append(cover)
  observer.observe(cover, { childList: true })
}

function isInViewport(environment: LaunchEnvironment, host: Element): boolean {
  const { top, bottom } = host.getBoundingClientRect()
  const height = environment.viewport.height()
  const visibleHeight = Math.min(bottom, height) - Math.max(top, 0)
  return environment.visibility.isVisible() && visibleHeight > 0 && visibleHeight * 2 >= Math.min(bottom - top, height)
}
