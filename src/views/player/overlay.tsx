import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { Drama } from '../../../contract/drama.js'
import type { PlayPage } from '../../core/pages/play.js'
import { useScope, useTranslation } from '../context.js'
import { Icon } from '../ui/icon.js'
import { FailureView, Notice } from '../ui/notice.js'
import { Spinner } from '../ui/spinner.js'
import type { Controller } from './controls.js'
import type { Equipment } from './equipment.js'
import { Locked } from './locked.js'
import { Scrubber } from './scrubber.js'
import { Synopsis } from './synopsis.js'

interface Props {
  controller: Controller
  page: PlayPage
  drama: Drama | undefined
  /** Undefined until it has arrived behind the first frame. */
  equipment: Equipment | undefined
  onPick(): void
}

/** Everything over the picture: navigation bar, states, captions, title and the way to the episodes. */
export function Overlay({ controller, page, drama, equipment, onPick }: Props) {
  const { app } = useScope()
  const { text } = useTranslation()
  const shown = useStore(page.$play)
  const failure = useStore(controller.$failure)
  const isBroken = shown.state === 'failed' || failure !== undefined
  const isGone = shown.state === 'failed' && shown.failure === 'unavailable'
  const goHome = () => void app.router.switchTab({ url: '/' })
  return (
    <>
      {shown.state === 'locked' && (
        <Locked quote={shown.quote} isOutOfOrder={shown.isOutOfOrder} onGoTo={no => void page.goTo(no)} />
      )}
      {isBroken && (
        <div className="player-failure">
          {isGone ? (
            <Notice icon="dramas" text={text('unavailable')} action={text('goHome')} onAction={goHome} />
          ) : (
            <FailureView
              failure={shown.state === 'failed' ? shown.failure : 'server'}
              reason={failure === undefined ? undefined : failure === 'unsupported' ? 'notSupported' : 'playFailed'}
              onRetry={controller.retry}
            />
          )}
        </div>
      )}
      {!isBroken && <Waiting controller={controller} isLoading={shown.state === 'loading'} />}
      {shown.state === 'playing' && !isBroken && <StartHint controller={controller} />}
      {shown.state !== 'locked' && <Turns page={page} count={drama?.episode_count ?? 0} />}
      {!isBroken && (
        <div className="player-bottom">
          {equipment && shown.state === 'playing' ? (
            <equipment.Captions controller={controller} answer={shown.answer} />
          ) : (
            <p className="captions" />
          )}
          <Synopsis title={drama?.title ?? ''} text={drama?.synopsis ?? ''} />
          <div className="scrubber-place">{shown.state === 'playing' && <Scrubber controller={controller} />}</div>
          <EpisodeBar no={shown.no} drama={drama} onPick={onPick} />
        </div>
      )}
      <NavigationBar controller={controller} page={page} equipment={equipment} />
    </>
  )
}

function NavigationBar({ controller, page, equipment }: Pick<Props, 'controller' | 'page' | 'equipment'>) {
  const { app } = useScope()
  const { text } = useTranslation()
  const shown = useStore(page.$play)
  const sound = useStore(controller.$sound)
  const isOn = sound === 'on'
  return (
    <header className="player-bar">
      <button type="button" className="round" aria-label={text('back')} onClick={() => void app.router.navigateBack()}>
        <Icon name="back" />
      </button>
      <span className="player-no" aria-live="polite">
        {text('episodeShort', { no: shown.no })}
      </span>
      {shown.state === 'playing' && (
        <>
          <button
            type="button"
            className="round"
            aria-label={text(isOn ? 'mute' : 'unmute')}
            onClick={controller.toggleSound}
          >
            <Icon name={isOn ? 'sound' : 'muted'} />
          </button>
          {equipment && <equipment.Tools equipment={equipment} answer={shown.answer} />}
        </>
      )}
    </header>
  )
}

/** For those with a mouse: swiping is for fingers. */
function Turns({ page, count }: { page: PlayPage; count: number }) {
  const { text } = useTranslation()
  const { no } = useStore(page.$play)
  return (
    <div className="player-turns">
      <button
        type="button"
        className="round"
        aria-label={text('previousEpisode')}
        disabled={no <= 1}
        onClick={() => void page.goTo(no - 1)}
      >
        <Icon name="up" />
      </button>
      <button
        type="button"
        className="round"
        aria-label={text('nextEpisode')}
        disabled={no >= count}
        onClick={() => void page.goTo(no + 1)}
      >
        <Icon name="down" />
      </button>
    </div>
  )
}

/** In ms: so long a wait is explained, and so long it is not called a wait any more. */
const EXPLAINED = 4000
const ENDLESS = 20_000

function Waiting({ controller, isLoading }: { controller: Controller; isLoading: boolean }) {
  const { app } = useScope()
  const { text } = useTranslation()
  const isWaiting = useStore(controller.$isWaiting) || isLoading
  const isOffline = useStore(controller.$isOffline)
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const { clock } = app.environment
    setLong(false)
    if (!isWaiting) return
    const timers = [clock.after(EXPLAINED, () => setLong(true)), clock.after(ENDLESS, () => controller.fail('network'))]
    return () => timers.forEach(cancel => void cancel())
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

/** The pill when the browser refused sound, the big button when it refused to play or the viewer paused. */
function StartHint({ controller }: { controller: Controller }) {
  const { text } = useTranslation()
  const sound = useStore(controller.$sound)
  const isPlaying = useStore(controller.$isPlaying)
  const { position } = useStore(controller.$time)
  const isFinished = useStore(controller.$isFinished)
  const isHeld = useStore(controller.$heldRate) !== undefined
  if (isHeld) return null
  if (isFinished) return <p className="player-pill">{text('lastEpisode')}</p>
  if (sound === 'refused') {
    return (
      <button type="button" className="player-pill" onClick={controller.toggleSound}>
        <Icon name="muted" />
        {text('tapForSound')}
      </button>
    )
  }
  if (sound !== 'blocked' && (isPlaying || position === 0)) return null
  return (
    <button
      type="button"
      className="player-start"
      aria-label={text(sound === 'blocked' ? 'tapToPlay' : 'play')}
      onClick={controller.togglePlay}
    >
      <Icon name="play" isFilled />
    </button>
  )
}

function EpisodeBar({ no, drama, onPick }: { no: number; drama: Drama | undefined; onPick(): void }) {
  const { text } = useTranslation()
  if (!drama) return <div className="episode-bar" />
  const { episode_count: count, free_count } = drama
  const parts = [text('episodeOf', { no, count }), text('freeCount', { count: Math.min(free_count, count) })]
  return (
    <button type="button" className="episode-bar" onClick={onPick}>
      <span>{parts.join(' · ')}</span>
      <span className="episode-bar-hint">
        {text('episodes')}
        <Icon name="up" />
      </span>
    </button>
  )
}
