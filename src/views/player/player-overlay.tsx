import { useStore } from '@nanostores/react'
import { memo, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type { Drama } from '../../../contract/drama.js'
import type { PlayerPage } from '../../core/playback/player-page.js'
import type { Player } from '../../player/player.js'
import type { PlayerUiState } from '../../player/player-ui-state.js'
import { useScope, useTranslation } from '../app/scope.js'
import { Icon } from '../ui/icon/icon.js'
import { SoundIcon } from '../ui/icon/sound-icon.js'
import { FailureView } from '../ui/status/notice.js'
import { Spinner } from '../ui/status/spinner.js'
import { usePlayerControls } from './use-player-controls.js'
import { useSwipe } from './use-swipe.js'
import type { LoadedToolbar } from './use-system-controls.js'

interface Props {
  player: Player
  page: PlayerPage
  drama: Drama | undefined
  uiState: PlayerUiState
  toolbar: LoadedToolbar | undefined
  sideColumn: RefObject<HTMLElement | null>
}

/** Not rendered with the carousel, but when its own stores change. */
export const PlayerOverlay = memo(function PlayerOverlay({ player, page, drama, uiState, toolbar, sideColumn }: Props) {
  const { app } = useScope()
  const shown = useStore(page.$play)
  const failure = useStore(player.$failure)
  const isUnavailable = shown.state === 'failed' && shown.failure === 'unavailable'
  const isBroken = (shown.state === 'failed' && !isUnavailable) || failure !== undefined
  const hasEnded = useStore(player.nextEpisodeAutoplay.$ending).state === 'finished'
  const controls = usePlayerControls(page, player)
  const isClean =
    useStore(app.playbackSettings.$isControlsHidden) && !isBroken && !isUnavailable && shown.state !== 'locked'
  return (
    <>
      {isBroken && (
        <PlaybackError onEpisodeChange={player.goToEpisode}>
          <FailureView
            failure={shown.state === 'failed' ? shown.failure : 'server'}
            reason={failure === undefined ? undefined : failure === 'unsupported' ? 'notSupported' : 'playFailed'}
            onRetry={player.retry}
          />
        </PlaybackError>
      )}
      {!isBroken && (
        <Waiting key={shown.no} player={player} isLoading={shown.state === 'loading' || (isUnavailable && !controls)} />
      )}
      {controls && !isBroken && (
        <controls.PlayerControls
          player={player}
          page={page}
          drama={drama}
          uiState={uiState}
          translate={controls.translate}
          isClean={isClean}
          sideColumn={sideColumn}
        >
          {toolbar && shown.state === 'playing' && (
            <toolbar.Captions player={player} playResponse={shown.playResponse} />
          )}
        </controls.PlayerControls>
      )}
      {(!isClean || hasEnded) && <NavigationBar player={player} page={page} toolbar={toolbar} />}
    </>
  )
})

function PlaybackError({
  onEpisodeChange,
  children
}: {
  onEpisodeChange(direction: 1 | -1): void
  children: ReactNode
}) {
  const container = useRef<HTMLDivElement>(null)
  useSwipe(container, { onEpisodeChange })
  return (
    <div className="player-failure" ref={container}>
      {children}
    </div>
  )
}

function NavigationBar({ player, page, toolbar }: Pick<Props, 'player' | 'page' | 'toolbar'>) {
  const { app } = useScope()
  const { text } = useTranslation()
  const shown = useStore(page.$play)
  const sound = useStore(player.$sound)
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
          {toolbar && <toolbar.Toolbar systemControls={toolbar.systemControls} />}
          <button
            type="button"
            className="round"
            aria-label={text(isOn ? 'mute' : 'unmute')}
            onClick={player.toggleSound}
          >
            <SoundIcon isOn={isOn} />
          </button>
        </>
      )}
    </header>
  )
}

const RECONNECTING_DELAY_MS = 4000
const WAITING_TIMEOUT_MS = 20_000
/**
 * Waits count as one if the picture moved for less than this between them, and by less than a segment: a reload shows a
 * part of a segment and stops again.
 */
const MIN_RESUMED_MS = 1000
const MIN_PROGRESS_S = 2
/** In MIN_RESUMED_MS, at half the speed. A reload may show its first frame and stand. */
const MIN_MOVE_S = 0.25

interface Wait {
  /** In seconds of the episode. */
  position: number
}

function Waiting({ player, isLoading }: { player: Player; isLoading: boolean }) {
  const { app } = useScope()
  const { text } = useTranslation()
  const isPlaying = useStore(player.$isPlaying)
  // Instant start may already play while the rest is loading.
  const isWaiting = useStore(player.$isWaiting) || (isLoading && !isPlaying)
  const isOffline = useStore(player.$isOffline)
  const [wait, setWait] = useState<Wait>()
  const [longWait, setLongWait] = useState<Wait>()
  const [timedOutWait, setTimedOutWait] = useState<Wait>()
  useEffect(() => {
    const { position } = player.$time.get()
    if (isWaiting) {
      setWait(last => (last && Math.abs(position - last.position) < MIN_PROGRESS_S ? last : { position }))
      return
    }
    let cancel = () => {}
    const endOnceMoved = () => {
      const isStill = player.$isPlaying.get() && Math.abs(player.$time.get().position - position) < MIN_MOVE_S
      if (isStill) start()
      else setWait(undefined)
    }
    const start = () => {
      cancel = app.environment.clock.setTimer(MIN_RESUMED_MS, endOnceMoved)
    }
    start()
    return () => cancel()
  }, [app, player, isWaiting])
  useEffect(() => {
    if (!wait) return
    const { clock, visibility } = app.environment
    const lifetime = new AbortController()
    let timers: (() => void)[] = []
    const restartTimers = () => {
      for (const cancel of timers) cancel()
      // The timers run only while the page is visible.
      timers = visibility.isVisible()
        ? [
            clock.setTimer(RECONNECTING_DELAY_MS, () => setLongWait(wait)),
            clock.setTimer(WAITING_TIMEOUT_MS, () => setTimedOutWait(wait))
          ]
        : []
    }
    restartTimers()
    visibility.onChange(restartTimers, lifetime.signal)
    return () => {
      lifetime.abort()
      for (const cancel of timers) cancel()
    }
  }, [app, wait])
  const isLong = isWaiting && wait !== undefined && longWait === wait
  const hasTimedOut = isWaiting && wait !== undefined && timedOutWait === wait
  useEffect(() => {
    if (hasTimedOut) player.fail('network')
  }, [player, hasTimedOut])
  return (
    <>
      {isWaiting && <Spinner />}
      <p className="player-message" role="status">
        {isOffline ? text('offlineNow') : isLong && text('reconnecting')}
      </p>
    </>
  )
}
