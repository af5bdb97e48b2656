import { useStore } from '@nanostores/react'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Episode } from '../../../../contract/episode.js'
import { watchedPercent } from '../../../core/format/watched-percent.js'
import type { PlayerTranslate } from '../../../core/playback/messages.js'
import type { PlayerPage } from '../../../core/playback/player-page.js'
import { ActionIcon } from '../../ui/icon/action-icon.js'
import { FailureView } from '../../ui/status/notice.js'
import { Spinner } from '../../ui/status/spinner.js'
import episodeListCss from './episode-list.css'

export const css = episodeListCss

const RANGE_SIZE = 30

interface Props {
  page: PlayerPage
  current: RefObject<HTMLButtonElement | null>
  translate: PlayerTranslate
  onPick(no: number): void
}

export function EpisodeList({ page, current, translate, onPick }: Props) {
  const loadable = useStore(page.episodes.$loadable)
  const { no } = useStore(page.$play)
  // Episodes may have been watched since, also on another device.
  useEffect(() => void page.episodes.refresh().catch(() => undefined), [page])
  if (loadable.state === 'loading') return <Spinner />
  if (loadable.state === 'failed')
    return <FailureView failure={loadable.failure} onRetry={() => void page.episodes.reload()} />
  return <EpisodeRanges list={loadable.value.list} no={no} current={current} translate={translate} onPick={onPick} />
}

interface RangesProps {
  list: readonly Episode[]
  no: number
  current: RefObject<HTMLButtonElement | null>
  translate: PlayerTranslate
  onPick(no: number): void
}

export function EpisodeRanges({ list, no, current, translate, onPick }: RangesProps) {
  const currentRange = Math.floor((no - 1) / RANGE_SIZE)
  const [range, setRange] = useState(currentRange)
  useEffect(() => setRange(currentRange), [currentRange])
  const bar = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => showRange(bar.current, range), [range])
  const ranges = [...Array(Math.ceil(list.length / RANGE_SIZE)).keys()]
  return (
    <>
      {ranges.length > 1 && (
        <div className="episode-list-ranges" ref={bar}>
          {ranges.map(index => (
            <button key={index} type="button" aria-pressed={index === range} onClick={() => setRange(index)}>
              {`${index * RANGE_SIZE + 1}–${Math.min(list.length, (index + 1) * RANGE_SIZE)}`}
            </button>
          ))}
        </div>
      )}
      <ol className="episode-list-grid">
        {list.slice(range * RANGE_SIZE, (range + 1) * RANGE_SIZE).map(episode => (
          <li key={episode.id}>
            <button
              type="button"
              ref={episode.no === no ? current : undefined}
              data-state={episode.state}
              aria-current={episode.no === no}
              onClick={() => onPick(episode.no)}
            >
              <span className="episode-list-cell" aria-hidden="true">
                {episode.no}
                <EpisodeBadge episode={episode} />
              </span>
              <span className="visually-hidden">{describeEpisode(episode, translate)}</span>
            </button>
          </li>
        ))}
      </ol>
    </>
  )
}

/** Centres the current range. Not scrollIntoView, which would scroll the host page too. */
function showRange(bar: HTMLElement | null, range: number) {
  const button = bar?.children[range]
  if (!bar || !button) return
  const [outer, inner] = [bar.getBoundingClientRect(), button.getBoundingClientRect()]
  bar.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2
}

function EpisodeBadge({ episode: { state, price, finished, ...episode } }: { episode: Episode }) {
  if (state === 'locked') {
    return (
      <small>
        <ActionIcon name="lock" />
        {price}
      </small>
    )
  }
  if (finished) return <ActionIcon name="done" />
  const percent = watchedPercent(episode)
  return percent > 0 ? <i className="episode-list-watched" style={{ width: `${percent}%` }} /> : null
}

function describeEpisode({ state, no, price, finished, ...episode }: Episode, translate: PlayerTranslate): string {
  if (state === 'locked') return translate('episodePrice', { no, price })
  const name = translate('episodeShort', { no })
  if (finished) return `${name}, ${translate('watched')}`
  const percent = watchedPercent(episode)
  return percent > 0 ? `${name}, ${translate('progressSaved', { percent })}` : name
}
