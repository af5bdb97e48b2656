// What the player has besides its picture. Its code comes behind the first frame, which waits for none of it.
import { atom, type ReadableAtom } from 'nanostores'
import type { KeyboardEvent } from 'react'
import type { App } from '../core/app.js'
import type { PlaybackRate } from '../core/playback/playback-options.js'
import { stepRate } from '../core/playback/playback-options.js'
import type { PlayerPage } from '../core/playback/player-page.js'
import { joinExclusivePlayback } from '../video/exclusive-playback.js'
import { createMediaControls, type MediaCommands, type NowPlaying } from '../video/media-session.js'
import { createPictureInPicture, type PictureInPicture } from '../video/picture-in-picture.js'
import { createWakeLock } from '../video/wake-lock.js'
import { selectCaptionTrack } from './captions.js'
import { createFullScreen } from './full-screen.js'
import { handleSystemKey, type SystemKeyTarget } from './keyboard.js'
import type { Player } from './player.js'

// For the moving pictures of Discover, which give way to every player of the document.
export { joinExclusivePlayback }

export interface SystemControlsOptions {
  app: App
  root: ShadowRoot
  controller: Player
  page: PlayerPage
  pageId: number
}

export interface SystemControls extends SystemKeyTarget, Pick<SystemControlsOptions, 'controller' | 'pageId'> {
  /** Undefined where the browser has none. */
  floating: PictureInPicture | undefined
  /** Says on the system's controls what plays. */
  describe(item: NowPlaying): void
  /** The rate that a key has chosen a moment ago. */
  $changedRate: ReadableAtom<PlaybackRate | undefined>
  /** Whether the key meant something here. */
  handleKey(event: KeyboardEvent): boolean
  destroy(): void
}

export function createSystemControls(options: SystemControlsOptions): SystemControls {
  const { app, root, controller, page, pageId } = options
  const lifetime = new AbortController()
  const { signal } = lifetime
  const { ownerDocument: document } = root
  const { stage, $isPlaying } = controller
  const fullScreen = createFullScreen(root, signal)
  const floating = createPictureInPicture(stage.videos, controller.setFloating, signal)
  const wakeLock = createWakeLock(document, signal)
  const onInterrupted = () => {
    // One that another page of its app covers is held already, and goes on when it is back.
    if (app.router.$stack.get().top?.id === pageId) stage.pause()
  }
  const performer = { isPreview: false, isPlaying: $isPlaying.get, onInterrupted }
  const claimPlayback = joinExclusivePlayback(document, performer, signal)
  const controls = createMediaControls(commandsOf(options), signal)
  const tell = () =>
    controls?.setPosition({ isPlaying: $isPlaying.get(), rate: app.settings.$rate.get(), ...controller.$time.get() })
  const leaveTime = controller.$time.listen(tell)
  const leavePlaying = $isPlaying.subscribe(isPlaying => {
    wakeLock.setActive(isPlaying)
    if (isPlaying) claimPlayback()
    tell()
  })
  const leaveStack = app.router.$stack.listen(({ top }) => {
    if (top?.id === pageId) return
    fullScreen.leave()
    floating?.leave()
  })
  signal.addEventListener('abort', () => {
    leaveTime()
    leavePlaying()
    leaveStack()
  })

  const equipment: SystemControls = {
    controller,
    page,
    pageId,
    fullScreen,
    floating,
    toggleFloating() {
      const video = stage.videos[stage.slotOf(page.$play.get().no)]
      if (video) floating?.toggle(video)
    },
    describe(item) {
      controls?.describe(item)
      tell()
    },
    toggleCaptions: createCaptionsToggle(options),
    ...createRateChange(app),
    handleKey: event => handleSystemKey(event, equipment),
    destroy: () => lifetime.abort()
  }
  return equipment
}

/** Next and previous do as swipes do: a locked episode is shown as such. */
function commandsOf({ controller, page }: SystemControlsOptions): MediaCommands {
  const canPlay = () => page.$play.get().state === 'playing' && !controller.$isPlaying.get()
  return {
    play: () => canPlay() && controller.togglePlay(),
    pause: controller.stage.pause,
    next: () => controller.goToEpisode(1),
    previous: () => controller.goToEpisode(-1),
    seek: controller.seek
  }
}

/** In ms. */
const RATE_NOTICE_MS = 1500

function createRateChange({ settings: { $rate }, environment: { clock } }: App) {
  const $changedRate = atom<PlaybackRate | undefined>()
  let keep = () => {}
  return {
    $changedRate,
    changeRate(direction: 1 | -1) {
      $rate.set(stepRate($rate.get(), direction))
      $changedRate.set($rate.get())
      keep()
      keep = clock.setTimer(RATE_NOTICE_MS, () => $changedRate.set(undefined))
    }
  }
}

/** Off, and back to the language that was shown before, or to one that there is. */
function createCaptionsToggle({ app, page }: SystemControlsOptions): () => void {
  const { $captions } = app.settings
  let before = 'auto'
  return () => {
    const shown = page.$play.get()
    if (shown.state !== 'playing') return
    const { captions } = shown.answer
    const find = (choice: string) => selectCaptionTrack(captions, choice, app.i18n.language().apiCode)
    if (find($captions.get())) {
      before = $captions.get()
      $captions.set('off')
    } else $captions.set([before, 'auto'].find(find) ?? captions[0]?.lang ?? 'off')
  }
}
