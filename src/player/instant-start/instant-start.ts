// How a free episode begins for a new visitor: its picture is on screen before the player has arrived that takes it over.
import type { InstantStartResponse } from '../../../contract/episode.js'
import type { Environment } from '../../core/environment.js'
import { expiryTime } from '../../core/playback/play-answer.js'
import { adoptStyles } from '../../dom/adopted-styles.js'
import { onFirstFrame } from '../../video/first-frame.js'
import type { QualityChoice } from '../../video/quality-level.js'
import type { VideoSource } from '../../video/source.js'
import { createVideoSlot, type VideoSlot, type VideoSlotEvents } from '../../video/video-slot.js'
import { createSignedMedia, type RenewMedia, type SignedMedia } from '../media/signed-media.js'
import openingCss from './instant-start.css'
import type { StartRequest } from './request.js'
import { readStartResponse } from './response-reader.js'

// For the moving pictures of Discover.
export { createSignedMedia, createVideoSlot }

export interface StartMedia {
  head: InstantStartResponse
  media: SignedMedia
  /** From the episode's start. */
  source: VideoSource
}

export interface InstantStart {
  /** What the hint holds; rejects where it cannot be read. */
  opened: Promise<StartMedia>
  /**
   * Shows the picture over everything else of the root until the player takes it, whose code is fetched then; not longer
   * than there may be a player. Resolves when there is a picture, or will be none.
   */
  show(root: ShadowRoot, fetchPlayer: () => Promise<unknown>): Promise<void>
  /** From now on the element is the player's, which hears what has happened so far with the first load. */
  take(events: VideoSlotEvents, renew: RenewMedia, signal: AbortSignal): VideoSlot
}

/** What an act needs of an app, which may not be there yet. */
export interface InstantStartOptions {
  environment: Environment
  isMuted(): boolean
  quality: QualityChoice
  /** Calls back when the viewer goes on to another page. */
  onLeave(listener: () => void, signal: AbortSignal): void
  signal: AbortSignal
}

const acts = new WeakMap<StartRequest, InstantStart>()

/** One for each hint, whoever is there first. */
export function startInstantStart(setting: InstantStartOptions, asked: StartRequest): InstantStart {
  const act = acts.get(asked) ?? createAct(setting, asked)
  acts.set(asked, act)
  return act
}

function createAct(setting: InstantStartOptions, asked: StartRequest): InstantStart {
  const { environment, signal } = setting
  const lifetime = new AbortController()
  const end = () => lifetime.abort()
  signal.addEventListener('abort', end, { signal: lifetime.signal })
  let renew: RenewMedia = async () => undefined
  let player: VideoSlotEvents | undefined
  let hide = () => {}
  let stopWaiting = () => {}
  const unheard: ((to: VideoSlotEvents) => void)[] = []
  const tell = (news: (to: VideoSlotEvents) => void) => (player ? news(player) : void unheard.push(news))
  const screen = createVideoSlot(
    {
      onFrame() {
        const at = environment.clock.now()
        tell(to => to.onFrame(at))
      },
      onAutoplay: outcome => tell(to => to.onAutoplay(outcome)),
      onFailed(kind) {
        stopWaiting()
        tell(to => to.onFailed(kind))
      }
    },
    lifetime.signal,
    { video: asked.stream?.video }
  )

  async function open(): Promise<StartMedia> {
    const { head, prefetchedStart } = await readStartResponse(await asked.response, asked.since)
    const expires_at = expiryTime(head, environment.clock.now())
    const media = createSignedMedia({ ...head, expires_at }, () => renew(), setting.quality, {
      ...prefetchedStart,
      stream: asked.stream
    })
    if (!media) throw new Error('nothing to play')
    return { head, media, source: media.from(0) }
  }
  const opened = open()
  opened.catch(() => undefined)

  return {
    opened,
    async show(root, fetchPlayer) {
      adoptStyles(root, openingCss)
      const place = document.createElement('div')
      place.className = 'opening'
      place.ariaHidden = 'true'
      place.append(screen.video)
      const leaving = new MutationObserver(() => hide())
      const shown = new AbortController()
      setting.onLeave(() => hide(), shown.signal)
      let isOver = false
      hide = () => {
        isOver = true
        leaving.disconnect()
        shown.abort()
        place.remove()
        if (!player) screen.pause()
      }
      lifetime.signal.addEventListener('abort', hide)
      if (!isInSight(environment, root.host)) return hide()
      // Its place is laid out while its first bytes are waited for.
      root.append(place)
      leaving.observe(place, { childList: true })
      opened.catch(hide)
      const { source } = await opened
      if (player || isOver) return
      screen.load(source, false)
      screen.play(setting.isMuted())
      await new Promise<void>(resolve => {
        stopWaiting = resolve
        onFirstFrame(screen.video, resolve, lifetime.signal)
      })
      fetchPlayer().catch(hide)
    },
    take(events, ask, signal) {
      player = events
      renew = ask
      signal.addEventListener('abort', end)
      return {
        ...screen,
        load(source, isWaiting) {
          screen.load(source, isWaiting)
          // A stream that is over must not be held on to.
          asked.stream = undefined
          opened.then(
            opened => Object.assign(opened.source, { prefetchedStart: undefined }),
            () => undefined
          )
          for (const news of unheard.splice(0)) news(events)
        }
      }
    }
  }
}

/** What nobody sees must not begin; the player finds out more exactly. */
function isInSight(environment: Environment, host: Element): boolean {
  const { top, bottom } = host.getBoundingClientRect()
  const height = environment.viewport.height()
  const seen = Math.min(bottom, height) - Math.max(top, 0)
  return environment.visibility.isVisible() && seen > 0 && seen * 2 >= Math.min(bottom - top, height)
}
