import { useEffect } from 'react'
import type { ContinueCard } from '../../../../contract/drama.js'
import { playerUrl } from '../../../core/campaign/deep-link.js'
import { minutesLeft } from '../../../core/format/minutes-left.js'
import { watchedPercent } from '../../../core/format/watched-percent.js'
import { useScope, useTranslation } from '../../app/scope.js'
import { Icon } from '../icon/icon.js'
import { Poster } from './poster.js'

export function ContinueCardView({ stop }: { stop: ContinueCard }) {
  const { app, preloadPage, loadCoverMenu } = useScope()
  const { text } = useTranslation()
  useEffect(loadCoverMenu, [loadCoverMenu])
  const { drama, episode_no: no } = stop
  const percent = watchedPercent(stop)
  return (
    <button
      type="button"
      className="card"
      part="card"
      data-drama={drama.id}
      onClick={() => void app.router.navigateTo({ url: playerUrl(drama.id, no) })}
      onPointerEnter={() => preloadPage('player')}
    >
      <span className="card-title">{drama.title}</span>
      <span className="card-meta">
        {text('episodeShort', { no })} · {text('minutesLeft', { count: minutesLeft(stop) })}
      </span>
      <span className="card-cover" style={{ backgroundColor: drama.colour }}>
        <Poster url={drama.cover_url} />
        <span className="card-play">
          <Icon name="play" isFilled />
        </span>
        <span className="card-progress">
          <i style={{ width: `${percent}%` }} />
          <span className="visually-hidden">{text('progressSaved', { percent })}</span>
        </span>
      </span>
    </button>
  )
}
