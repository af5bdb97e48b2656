import { useStore } from '@nanostores/react'
import { Icon } from '../../ui/icon/icon.js'
import type { PartProps } from '../control-props.js'

/** For those with a mouse: swiping is for fingers. */
export function Turns({ page, controller, drama, say, isCovered }: PartProps & { isCovered: boolean }) {
  const count = drama?.episode_count ?? 0
  const { no } = useStore(page.$play)
  return (
    <div className="player-turns" inert={isCovered}>
      <button
        type="button"
        className="round"
        aria-label={say('previousEpisode')}
        disabled={no <= 1}
        onClick={() => controller.turn(-1)}
      >
        <Icon name="up" />
      </button>
      <button
        type="button"
        className="round"
        aria-label={say('nextEpisode')}
        disabled={no >= count}
        onClick={() => controller.turn(1)}
      >
        <Icon name="down" />
      </button>
    </div>
  )
}
