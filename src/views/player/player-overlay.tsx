import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Drama } from '../../../contract/drama.js'
import type { PlayerPage } from '../../core/playback/player-page.js'
import type { Player } from '../../player/player.js'
import type { PlayerUiState } from '../../player/player-ui-state.js'
import { useScope, useTranslation } from '../app/scope.js'
import { Icon } from '../ui/icon/icon.js'
import { FailureView } from '../ui/status/notice.js'
import { Spinner } from '../ui/status/spinner.js'
import { usePlayerControls } from './use-player-controls.js'
import { useSwipe } from './use-swipe.js'
import type { LoadedToolbar } from './use-system-controls.js'

interface Props {
  controller: Player
  page: PlayerPage
  drama: Drama | undefined
  desk: PlayerUiState
  toolbar: LoadedToolbar | undefined
}

export function PlayerOverlay({ controller, page, drama, desk, toolbar }: Props) {
  const { app } = useScope()
  const shown = useStore(page.$play)
  const failure = useStore(controller.$failure)
  const isGone = shown.state === 'failed' && shown.failure === 'unavailable'
  const isBroken = (shown.state === 'failed' && !isGone) || failure !== undefined
  const isOver = useStore(controller.ending.$ending).state !== 'none'
  const controls = usePlayerControls(page, controller)
  const isClean = useStore(app.settings.$isClean) && !isBroken && !isGone && shown.state !== 'locked'
  return (
    <>
      {isBroken && (
        <PlaybackError onTurn={controller.goToEpisode}>
          <FailureView
            failure={shown.state === 'failed' ? shown.failure : 'server'}
            reason={failure === undefined ? undefined : failure === 'unsupported' ? 'notSupported' : 'playFailed'}
            onRetry={controller.retry}
          />
        </PlaybackError>
      )}
      {!isBroken && <Waiting controller={controller} isLoading={shown.state === 'loading' || (isGone && !controls)} />}
      {controls && !isBroken && (
        <controls.PlayerControls
          controller={controller}
          page={page}
          drama={drama}
          uiState={desk}
          translate={controls.say}
          isClean={isClean}
        >
          {toolbar && shown.state === 'playing' && <toolbar.Captions controller={controller} answer={shown.answer} />}
        </controls.PlayerControls>
      )}
      {(!isClean || isOver) && <NavigationBar controller={controller} page={page} toolbar={toolbar} />}
    </>
  )
}

function PlaybackError({
  onTurn: onEpisodeChange,
  children
}: {
  onTurn(direction: 1 | -1): void
  children: ReactNode
}) {
  const place = useRef<HTMLDivElement>(null)
  useSwipe(place, { onEpisodeChange })
  return (
    <div className="player-failure" ref={place}>
      {children}
    </div>
  )
}

function NavigationBar({ controller, page, toolbar }: Pick<Props, 'controller' | 'page' | 'toolbar'>) {
  const { app } = useScope()
  const { text } = useTranslation()
  const shown = useStore(page.$play)
  const sound = useStore(controller.$sound)
  const isOn = sound === 'on'
  return (
    <header className="player-bar" part="header">
      <button type="button" className="round" aria-label={text('back')} onClick={() => void app.router.navigateBack()}>
        <Icon name="back" />
      </button>
      <span className="player-no" aria-live="polite">
        {text('episodeShort', { no: shown.no })}
      </span>
      {/* Rendered while the next episode loads too, so that the focused button keeps the focus. */}
      {(shown.state === 'playing' || shown.state === 'loading') && (
        <>
          {toolbar && <toolbar.Toolbar equipment={toolbar.equipment} />}
          <button
            type="button"
            className="round"
            aria-label={text(isOn ? 'mute' : 'unmute')}
            onClick={controller.toggleSound}
          >
            <Icon name={isOn ? 'sound' : 'muted'} />
          </button>
        </>
      )}
    </header>
  )
}

const LOADING_TEXT_MS = 4000
const OFFLINE_TEXT_MS = 20_000

function Waiting({ controller, isLoading }: { controller: Player; isLoading: boolean }) {
  const { app } = useScope()
  const { text } = useTranslation()
  const isPlaying = useStore(controller.$isPlaying)
  // Instant start may already play while the rest is loading.
  const isWaiting = useStore(controller.$isWaiting) || (isLoading && !isPlaying)
  const isOffline = useStore(controller.$isOffline)
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const { clock, visibility } = app.environment
    setLong(false)
    if (!isWaiting) return
    const waiting = new AbortController()
    let timers: (() => void)[] = []
    const begin = () => {
      for (const cancel of timers) cancel()
      // The timers run only while the page is visible.
      timers = visibility.isVisible()
        ? [
            clock.setTimer(LOADING_TEXT_MS, () => setLong(true)),
            clock.setTimer(OFFLINE_TEXT_MS, () => controller.fail('network'))
          ]
        : []
    }
    begin()
    visibility.onChange(begin, waiting.signal)
    return () => {
      waiting.abort()
      for (const cancel of timers) cancel()
    }
  }, [app, controller, isWaiting])
  return (
    <>
      {isWaiting && <Spinner />}
      <p className="player-words" role="status">
        {isOffline ? text('offlineNow') : isLong && text('reconnecting')}
      </p>
    </>
  )
}
