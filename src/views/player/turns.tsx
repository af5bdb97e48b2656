import { useStore } from '@nanostores/react'
import type { PlayPage } from '../../core/pages/play.js'
import type { PlayerText } from '../../core/player-texts.js'
import { Icon } from '../ui/icon.js'

/** For those with a mouse: swiping is for fingers. */
export function Turns({ page, count, say }: { page: PlayPage; count: number; say: PlayerText }) {
  const { no } = useStore(page.$play)
  return (
    <div className="player-turns">
      <button
        type="button"
        className="round"
        aria-label={say('previousEpisode')}
        disabled={no <= 1}
        onClick={() => void page.goTo(no - 1)}
      >
        <Icon name="up" />
      </button>
      <button
        type="button"
        className="round"
        aria-label={say('nextEpisode')}
        disabled={no >= count}
        onClick={() => void page.goTo(no + 1)}
      >
        <Icon name="down" />
      </button>
    </div>
  )
}
