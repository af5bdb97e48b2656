import { useStore } from '@nanostores/react'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Episode } from '../../../../contract/episode.js'
import { watchedPercent } from '../../../core/format/watched-percent.js'
import type { PlayerTranslate } from '../../../core/playback/messages.js'
import { ActionIcon } from '../../ui/icon/action-icon.js'
import sheetCss from '../../ui/overlay/sheet.css'
import { Sheet } from '../../ui/overlay/sheet.js'
import { FailureView } from '../../ui/status/notice.js'
import { Spinner } from '../../ui/status/spinner.js'
import episodeListCss from './episode-list-sheet.css'
import type { PlayerSheetProps } from './open-sheet.js'

export const css = sheetCss + episodeListCss

const RANGE_SIZE = 30

export default function EpisodeListSheet({ page, drama, uiState, translate, unlockPart, onClose }: PlayerSheetProps) {
  const current = useRef<HTMLButtonElement>(null)
  const loadable = useStore(page.episodes.$loadable)
  // Episodes may have been watched since, also on another device.
  useEffect(() => void page.episodes.refresh().catch(() => undefined), [page])
  return (
    <Sheet label={translate('episodes')} first={loadable.state === 'ready' ? current : undefined} onClose={onClose}>
      <div className="episode-list">
        {drama && (
          <header>
            <h2>{drama.title}</h2>
            <p>
              {translate('episodeCount', { count: drama.episode_count })}
              {drama.is_finished && ` · ${translate('finished')}`}
            </p>
          </header>
        )}
        {loadable.state === 'loading' && <Spinner />}
        {loadable.state === 'failed' && (
          <FailureView failure={loadable.failure} onRetry={() => void page.episodes.reload()} />
        )}
        {loadable.state === 'ready' && (
          <EpisodeRanges
            list={loadable.value.list}
            no={page.$play.get().no}
            current={current}
            translate={translate}
            onPick={no => {
              onClose()
              void page.goTo(no)
            }}
          />
        )}
        {unlockPart && <unlockPart.UnlockAllCard page={page} uiState={uiState} unlockPart={unlockPart} />}
      </div>
    </Sheet>
  )
}

interface RangesProps {
  list: readonly Episode[]
  no: number
  current: RefObject<HTMLButtonElement | null>
  translate: PlayerTranslate
  onPick(no: number): void
}

export function EpisodeRanges({ list, no, current, translate, onPick }: RangesProps) {
  const [range, setRange] = useState(Math.floor((no - 1) / RANGE_SIZE))
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
