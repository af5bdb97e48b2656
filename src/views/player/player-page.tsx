import { useStore } from '@nanostores/react'
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { App } from '../../core/app.js'
import { readyValue } from '../../core/loading/loadable.js'
import { createPlayerPage, type PlayerPage, type PlayState } from '../../core/playback/player-page.js'
import type { RemotePlayer } from '../../core/playback/remote-control.js'
import type { StackPage } from '../../core/router/router.js'
import { observeVisibility } from '../../dom/visibility-observer.js'
import { createPlayer } from '../../player/create-player.js'
import { createPlayerStarts } from '../../player/instant-start/player-starts.js'
import { keyboardAction } from '../../player/keyboard.js'
import type { Player } from '../../player/player.js'
import { createPlayerUiState } from '../../player/player-ui-state.js'
import { useScope, useTranslation } from '../app/scope.js'
import { usePageModel } from '../app/use-page-model.js'
import { EpisodeCarousel } from './episode-carousel.js'
import playerCss from './player.css'
import { PlayerOverlay } from './player-overlay.js'
import { useOverlayPage } from './use-overlay-page.js'
import { usePlayerTaps } from './use-player-taps.js'
import { useSystemControls } from './use-system-controls.js'

export { preloadControls as preload } from './use-player-controls.js'

export const css = playerCss

export default function PlayerPageView({ page: stackPage }: { page: StackPage }) {
  const { app, startRequest } = useScope()
  const { text } = useTranslation()
  const [starts] = useState(() => createPlayerStarts(app, startRequest, stackPage.query))
  const page = usePageModel(() => createPlayerPage(app, stackPage.query, starts))
  const player = usePageModel(() =>
    registerPlayer(app, stackPage.id, page, createPlayer(app, page, stackPage.id, starts, startRequest))
  )
  const shown = useStore(page.$play)
  const detail = useStore(page.detail.$loadable)
  const [uiState] = useState(createPlayerUiState)
  const root = useRef<HTMLDivElement>(null)
  const sideColumn = useRef<HTMLDivElement>(null)
  // In the next frame, because focus() forces layout, which would delay the request for the first frame.
  useLayoutEffect(() => void requestAnimationFrame(() => root.current?.focus({ preventScroll: true })), [])

  const toolbar = useSystemControls(player, page, stackPage.id)
  usePlayerVisibility(root, player)

  const drama = readyValue(detail)?.drama
  const title = useRef('')
  title.current = drama?.title ?? ''
  const dramaId = drama?.id
  useEffect(() => {
    if (dramaId) app.emit('drama-view-content', { drama_id: dramaId, title: title.current })
  }, [app, dramaId])
  const name = drama?.title
  useEffect(() => {
    if (name) app.router.updatePage(stackPage.id, { name })
  }, [app, stackPage.id, name])

  useAddressOfEpisode(app, stackPage, shown)

  const overlayPage = useOverlayPage(page)
  const tap = usePlayerTaps(page, player, uiState)
  const press = (event: KeyboardEvent) => {
    const action =
      app.options.hasHotkeys() && (toolbar?.systemControls.handleKey(event) ? undefined : keyboardAction(event))
    if (!action) return
    event.preventDefault()
    // No sheet over a failure: it would appear later, with the next picture.
    const isBroken = shown.state === 'failed' || player.$failure.get()
    action({ app, player, open: name => isBroken || uiState.$sheet.set(name) })
  }

  return (
    <section className="player" ref={root} aria-label={text('player')} tabIndex={-1} onKeyDown={press} part="player">
      <h1 className="visually-hidden">{name ?? text('player')}</h1>
      <div className="player-frame">
        <EpisodeCarousel
          player={player}
          no={shown.no}
          state={shown.state}
          drama={drama}
          onEpisodeChange={player.goToEpisode}
          onTap={tap}
        />
        <PlayerOverlay
          player={player}
          page={overlayPage}
          drama={drama}
          uiState={uiState}
          toolbar={toolbar}
          sideColumn={sideColumn}
        />
      </div>
      <div className="side-panel" ref={sideColumn} />
    </section>
  )
}

/** A reload, and whoever gets the address, begins with the episode that is shown. */
function useAddressOfEpisode({ router }: App, { id, query }: StackPage, { state, no }: PlayState): void {
  const isShown = state === 'playing' || state === 'locked'
  // Without a number the address means the episode where the viewer stopped.
  const isOther = query.episode_no !== undefined && query.episode_no !== String(no)
  useEffect(() => {
    if (!isShown || !isOther) return
    const { t, ...rest } = query
    void router.rewriteQuery(id, { ...rest, episode_no: String(no) })
  }, [router, id, query, isShown, isOther, no])
}

/** Registers the player for remote control until its page exits. */
function registerPlayer({ $players }: App, pageId: number, { $play }: PlayerPage, player: Player) {
  const { videoPool, $isPlaying, $isWaiting, $sound, $failure, isOnScreen, play } = player
  const remotePlayer: RemotePlayer = {
    pageId,
    $play,
    $isPlaying,
    $isWaiting,
    $sound,
    $failure,
    isOnScreen,
    play,
    pause: () => videoPool.pause()
  }
  $players.set([...$players.get(), remotePlayer])
  return {
    ...player,
    exit() {
      $players.set($players.get().filter(other => other !== remotePlayer))
      player.destroy()
    }
  }
}

function usePlayerVisibility(player: RefObject<HTMLElement | null>, { setVisible }: Player): void {
  useEffect(() => {
    const lifetime = new AbortController()
    if (player.current) observeVisibility(player.current, setVisible, lifetime.signal)
    return () => lifetime.abort()
  }, [player, setVisible])
}
