import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import type { PlayerTranslate } from '../../../core/playback/messages.js'
import { COUNTDOWN_MS } from '../../../player/next-episode-autoplay.js'
import type { Player } from '../../../player/player.js'
import { Button } from '../../ui/controls/button.js'
import { useReturnFocusOnUnmount } from '../use-focus-return.js'
import { useSwipe } from '../use-swipe.js'

export function NextEpisodeCountdown({
  player: { nextEpisodeAutoplay, goToEpisode },
  translate
}: {
  player: Player
  translate: PlayerTranslate
}) {
  const shown = useStore(nextEpisodeAutoplay.$ending)
  const remainingMs = useStore(nextEpisodeAutoplay.$remainingMs)
  const card = useRef<HTMLElement>(null)
  useReturnFocusOnUnmount(card)
  useSwipe(card, { onEpisodeChange: goToEpisode })
  if (shown.state !== 'counting' || remainingMs === 0) return null
  const count = Math.ceil(remainingMs / 1000)
  return (
    <section className="countdown" ref={card} aria-label={translate('nextEpisode')}>
      <span className="countdown-ring" aria-hidden="true">
        <svg viewBox="0 0 48 48" focusable="false" aria-hidden="true">
          <circle
            cx="24"
            cy="24"
            r="21"
            pathLength={COUNTDOWN_MS}
            style={{ strokeDashoffset: COUNTDOWN_MS - remainingMs }}
          />
        </svg>
        <b>{count}</b>
      </span>
      <h2>{translate('episodeShort', { no: shown.no })}</h2>
      <p role="timer">{translate('nextIn', { count })}</p>
      <Button onPress={nextEpisodeAutoplay.playNext}>{translate('playNow')}</Button>
      <Button kind="quiet" onPress={nextEpisodeAutoplay.cancel}>
        {translate('cancel')}
      </Button>
    </section>
  )
}
