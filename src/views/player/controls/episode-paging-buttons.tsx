import { useStore } from '@nanostores/react'
import { ActionIcon } from '../../ui/icon/action-icon.js'
import type { ControlProps } from '../control-props.js'

export function EpisodePagingButtons({
  page,
  player,
  drama,
  translate,
  isCovered
}: ControlProps & { isCovered: boolean }) {
  const count = drama?.episode_count ?? 0
  const { no } = useStore(page.$play)
  return (
    <div className="episode-paging" inert={isCovered}>
      <button
        type="button"
        className="round"
        aria-label={translate('previousEpisode')}
        disabled={no <= 1}
        onClick={() => player.goToEpisode(-1)}
      >
        <ActionIcon name="up" />
      </button>
      <button
        type="button"
        className="round"
        aria-label={translate('nextEpisode')}
        disabled={no >= count}
        onClick={() => player.goToEpisode(1)}
      >
        <ActionIcon name="down" />
      </button>
    </div>
  )
}
