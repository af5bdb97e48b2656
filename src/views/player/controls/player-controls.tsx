// Entry of a chunk. The first frame does not wait for it.
import { useStore } from '@nanostores/react'
import { type CSSProperties, type ReactNode, type RefObject, useRef, useState } from 'react'
import type { PlayerTranslate } from '../../../core/playback/messages.js'
import type { PlayerUiState } from '../../../player/player-ui-state.js'
import { useScope } from '../../app/scope.js'
import cardCss from '../../ui/drama/drama-card.css'
import { ActionIcon } from '../../ui/icon/action-icon.js'
import rowCss from '../../ui/list/card-row.css'
import { Spinner } from '../../ui/status/spinner.js'
import { useUnlock } from '../../unlock/use-unlock.js'
import cardsCss from '../cards/cards.css'
import { FreeUntilNotice } from '../cards/free-until-notice.js'
import { LastEpisodeCard } from '../cards/last-episode-card.js'
import { MissingEpisode } from '../cards/missing-episode.js'
import { NextEpisodePill } from '../cards/next-episode-pill.js'
import { ResumeNotice } from '../cards/resume-notice.js'
import type { ControlProps } from '../control-props.js'
import { LazySidePanel } from '../episodes/lazy-side-panel.js'
import { OpenPlayerSheet } from '../sheets/open-sheet.js'
import { useReturnFocusWhenCovered, useReturnFocusWhenGone } from '../use-focus-return.js'
import railCss from './action-rail.css'
import { ActionRail } from './action-rail.js'
import bottomCss from './bottom-bar.css'
import { EpisodeBar } from './episode-bar.js'
import { EpisodePagingButtons } from './episode-paging-buttons.js'
import heartsCss from './hearts.css'
import { PlayPrompt } from './play-prompt.js'
import controlsCss from './player-controls.css'
import seekBarCss from './seek-bar.css'
import { SeekBar } from './seek-bar.js'
import { useTravelWithEpisode } from './use-travel-with-episode.js'

export const css = cardCss + rowCss + bottomCss + seekBarCss + controlsCss + railCss + heartsCss + cardsCss

interface Props extends ControlProps {
  isClean: boolean
  sideColumn: RefObject<HTMLElement | null>
  children: ReactNode
}

export function PlayerControls({ isClean, sideColumn, children, ...parts }: Props) {
  const { player, page, drama, translate, uiState } = parts
  const { app } = useScope()
  const shown = useStore(page.$play)
  const bottom = useRef<HTMLDivElement>(null)
  // A locked or missing episode has other controls.
  useReturnFocusWhenGone(bottom, isClean || shown.state === 'locked' || shown.state === 'failed')
  const unlockPart = useUnlock(parts)
  const isPlaying = shown.state === 'playing'
  const { state: ending } = useStore(player.nextEpisodeAutoplay.$ending)
  useTravelWithEpisode(bottom, shown.no)
  const isCovered = ending === 'finished'
  useReturnFocusWhenCovered(bottom, isCovered)
  if (shown.state === 'failed') return <MissingEpisode player={player} page={page} translate={translate} />
  if (shown.state === 'locked') {
    return (
      <>
        {unlockPart ? (
          <unlockPart.LockedEpisode key={shown.no} {...parts} unlockPart={unlockPart} shown={shown} />
        ) : (
          <Spinner />
        )}
        <OpenPlayerSheet key="sheet" {...parts} unlockPart={unlockPart} />
        <LazySidePanel key="side" {...parts} unlockPart={unlockPart} column={sideColumn} />
        {unlockPart && <unlockPart.SpentCoinsNotice key="spent" unlockPart={unlockPart} />}
      </>
    )
  }
  return (
    <>
      <div
        className="player-bottom"
        part="controls"
        ref={bottom}
        inert={isCovered}
        data-clean={isClean ? '' : undefined}
      >
        <div className="player-captions">{children}</div>
        {isPlaying && <NextEpisodePill player={player} translate={translate} />}
        {shown.state === 'playing' && shown.playResponse.free_until !== undefined && (
          <FreeUntilNotice
            key={shown.playResponse.play_id}
            page={page}
            playResponse={shown.playResponse}
            translate={translate}
          />
        )}
        {isClean ? (
          <button
            type="button"
            className="player-show-controls"
            onClick={() => app.playbackSettings.$isControlsHidden.set(false)}
          >
            {translate('showControls')}
          </button>
        ) : (
          <>
            <div className="player-foot">
              <EpisodeDescription title={drama?.title ?? ''} text={drama?.synopsis ?? ''} translate={translate} />
              <ActionRail {...parts} />
            </div>
            <div className="seek-bar-place">{isPlaying && <SeekBar player={player} translate={translate} />}</div>
            <EpisodeBar
              page={page}
              no={shown.no}
              drama={drama}
              translate={translate}
              onPick={() => uiState.$sheet.set('episodes')}
            />
          </>
        )}
      </div>
      {isPlaying && <PlayPrompt player={player} translate={translate} />}
      <DoubleTapHearts uiState={uiState} />
      {!isClean && <EpisodePagingButtons {...parts} isCovered={isCovered} />}
      {isPlaying && !isClean && ending === 'none' && <ResumeNotice player={player} translate={translate} />}
      {isPlaying && ending === 'finished' && <LastEpisodeCard {...parts} />}
      {unlockPart && <unlockPart.AutoUnlockReceiptBar {...parts} unlockPart={unlockPart} />}
      <OpenPlayerSheet key="sheet" {...parts} unlockPart={unlockPart} />
      <LazySidePanel key="side" {...parts} unlockPart={unlockPart} column={sideColumn} />
      {unlockPart && <unlockPart.SpentCoinsNotice key="spent" unlockPart={unlockPart} />}
    </>
  )
}

function DoubleTapHearts({ uiState: { $hearts } }: { uiState: PlayerUiState }) {
  const hearts = useStore($hearts)
  const layer = useRef<HTMLDivElement>(null)
  // Not without hearts, because it forces layout, which would delay the frame of a swipe.
  const { left = 0, top = 0 } = (hearts.length > 0 && layer.current?.getBoundingClientRect()) || {}
  return (
    <div className="hearts" ref={layer} aria-hidden="true">
      {hearts.map(({ id, x, y }) => (
        <span
          key={id}
          style={{ left: x - left, top: y - top, '--turn': `${((id * 37) % 5) * 8 - 16}deg` } as CSSProperties}
          onAnimationEnd={() => $hearts.set($hearts.get().filter(heart => heart.id !== id))}
        >
          <ActionIcon name="heart" isFilled />
        </span>
      ))}
    </div>
  )
}

function EpisodeDescription({
  title,
  text: story,
  translate
}: {
  title: string
  text: string
  translate: PlayerTranslate
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="synopsis" data-open={isOpen ? '' : undefined}>
      {title && <h2>{title}</h2>}
      {story && (
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <span className="synopsis-text">{story}</span> <b>{translate(isOpen ? 'less' : 'more')}</b>
        </button>
      )}
    </div>
  )
}
