// Chunk: loaded after the first frame.
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
import { handleToolbarKey, type ToolbarKeyTarget } from './keyboard.js'
import type { Player } from './player.js'

export { joinExclusivePlayback }

export interface SystemControlsOptions {
  app: App
  root: ShadowRoot
  player: Player
  page: PlayerPage
  pageId: number
}

export interface SystemControls extends ToolbarKeyTarget, Pick<SystemControlsOptions, 'player' | 'pageId'> {
  pictureInPicture: PictureInPicture | undefined
  describe(item: NowPlaying): void
  $changedRate: ReadableAtom<PlaybackRate | undefined>
  handleKey(event: KeyboardEvent): boolean
  destroy(): void
}

export function createSystemControls(options: SystemControlsOptions): SystemControls {
  const { app, root, player, page, pageId } = options
  const lifetime = new AbortController()
  const { signal } = lifetime
  const { ownerDocument: document } = root
  const { videoPool, $isPlaying } = player
  const shownVideo = () => videoPool.videos[videoPool.slotOf(page.$play.get().no)]
  const fullScreen = createFullScreen(
    root,
    { videos: videoPool.videos, shownVideo, keepElement: videoPool.keepElement },
    signal
  )
  const pictureInPicture = createPictureInPicture(videoPool.videos, player.setPictureInPicture, signal)
  const wakeLock = createWakeLock(document, signal)
  const onInterrupted = () => {
    // A covered player is suspended already and must resume when its page is on top again.
    if (app.router.$stack.get().top?.id === pageId) videoPool.pause()
  }
  const participant = { isPreview: false, isPlaying: $isPlaying.get, onInterrupted }
  const claimPlayback = joinExclusivePlayback(document, participant, signal)
  const mediaControls = createMediaControls(createMediaCommands(options), signal)
  const updatePosition = () =>
    mediaControls?.setPosition({
      isPlaying: $isPlaying.get(),
      rate: app.playbackSettings.$rate.get(),
      ...player.$time.get()
    })
  const unsubscribeTime = player.$time.listen(updatePosition)
  const unsubscribePlaying = $isPlaying.subscribe(isPlaying => {
    wakeLock.setActive(isPlaying)
    if (isPlaying) claimPlayback()
    updatePosition()
  })
  const unsubscribeStack = app.router.$stack.listen(({ top }) => {
    if (top?.id === pageId) return
    fullScreen.leave()
    pictureInPicture?.leave()
  })
  signal.addEventListener('abort', () => {
    unsubscribeTime()
    unsubscribePlaying()
    unsubscribeStack()
  })

  const systemControls: SystemControls = {
    player,
    page,
    pageId,
    fullScreen,
    pictureInPicture,
    togglePictureInPicture() {
      const video = shownVideo()
      if (video) pictureInPicture?.toggle(video)
    },
    describe(item) {
      mediaControls?.describe(item)
      updatePosition()
    },
    toggleCaptions: createCaptionsToggle(options),
    ...createRateChange(app),
    handleKey: event => handleToolbarKey(event, systemControls),
    destroy: () => lifetime.abort()
  }
  return systemControls
}

function createMediaCommands({ player, page }: SystemControlsOptions): MediaCommands {
  const canPlay = () => page.$play.get().state === 'playing' && !player.$isPlaying.get()
  return {
    play: () => canPlay() && player.togglePlay(),
    pause: player.videoPool.pause,
    next: () => player.goToEpisode(1),
    previous: () => player.goToEpisode(-1),
    seek: player.seek
  }
}

const RATE_NOTICE_MS = 1500

function createRateChange({ playbackSettings: { $rate }, environment: { clock } }: App) {
  const $changedRate = atom<PlaybackRate | undefined>()
  let cancelReset = () => {}
  return {
    $changedRate,
    changeRate(direction: 1 | -1) {
      $rate.set(stepRate($rate.get(), direction))
      $changedRate.set($rate.get())
      cancelReset()
      cancelReset = clock.setTimer(RATE_NOTICE_MS, () => $changedRate.set(undefined))
    }
  }
}

function createCaptionsToggle({ app, page }: SystemControlsOptions): () => void {
  const { $captions } = app.playbackSettings
  let lastChoice = 'auto'
  return () => {
    const shown = page.$play.get()
    if (shown.state !== 'playing') return
    const { captions } = shown.playResponse
    const findTrack = (choice: string) => selectCaptionTrack(captions, choice, app.i18n.language().apiCode)
    if (findTrack($captions.get())) {
      lastChoice = $captions.get()
      $captions.set('off')
    } else $captions.set([lastChoice, 'auto'].find(findTrack) ?? captions[0]?.lang ?? 'off')
  }
}
