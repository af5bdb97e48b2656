// Everything around the picture. The first frame does not wait for any of it.
import { useStore } from '@nanostores/react'
import { type ReactNode, useRef } from 'react'
import { useScope } from '../context.js'
import cardCss from '../ui/drama-card.css'
import rowCss from '../ui/row.css'
import { Spinner } from '../ui/spinner.js'
import bottomCss from './bottom.css'
import chromeCss from './chrome.css'
import { Countdown } from './countdown.js'
import endingCss from './ending.css'
import { EpisodeBar } from './episode-bar.js'
import { Finished } from './finished.js'
import { Given } from './given.js'
import heartsCss from './hearts.css'
import { Hearts } from './hearts.js'
import { Missing } from './missing.js'
import type { PartProps } from './part-props.js'
import railCss from './rail.css'
import { Rail } from './rail.js'
import { Resumed } from './resumed.js'
import scrubberCss from './scrubber.css'
import { Scrubber } from './scrubber.js'
import { PlayerSheet } from './sheets.js'
import { StartHint } from './start-hint.js'
import { Synopsis } from './synopsis.js'
import { Turns } from './turns.js'
import { useFocusAfter, useFocusFromBeneath } from './use-focus-landing.js'
import { useUnlocking } from './use-unlocking.js'

export const css = cardCss + rowCss + bottomCss + scrubberCss + chromeCss + railCss + heartsCss + endingCss

interface Props extends PartProps {
  /** Nothing but picture and captions. */
  isClean: boolean
  /** The captions, at their place above the rest. */
  children: ReactNode
}

export function Chrome({ isClean, children, ...parts }: Props) {
  const { controller, page, drama, say, desk } = parts
  const { app } = useScope()
  const shown = useStore(page.$play)
  const bottom = useRef<HTMLDivElement>(null)
  useFocusAfter(bottom, isClean)
  const unlocking = useUnlocking(parts)
  const isPlaying = shown.state === 'playing'
  const { state: ending } = useStore(controller.ending.$ending)
  // Both cards are as large as the picture; the navigation bar lies above them.
  const isCovered = ending !== 'none'
  useFocusFromBeneath(bottom, isCovered)
  if (shown.state === 'failed') return <Missing controller={controller} page={page} say={say} />
  if (shown.state === 'locked') {
    return (
      <>
        {unlocking ? <unlocking.Locked key={shown.no} {...parts} unlocking={unlocking} shown={shown} /> : <Spinner />}
        <PlayerSheet key="sheet" {...parts} unlocking={unlocking} />
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
        {shown.state === 'playing' && shown.answer.free_until !== undefined && (
          <Given key={shown.answer.play_id} page={page} answer={shown.answer} say={say} />
        )}
        {isClean ? (
          <button type="button" className="player-unclean" onClick={() => app.settings.$isClean.set(false)}>
            {say('showControls')}
          </button>
        ) : (
          <>
            <div className="player-foot">
              <Synopsis title={drama?.title ?? ''} text={drama?.synopsis ?? ''} say={say} />
              <Rail {...parts} />
            </div>
            <div className="scrubber-place">{isPlaying && <Scrubber controller={controller} say={say} />}</div>
            <EpisodeBar no={shown.no} drama={drama} say={say} onPick={() => desk.$sheet.set('episodes')} />
          </>
        )}
      </div>
      {isPlaying && <StartHint controller={controller} say={say} />}
      <Hearts desk={desk} />
      {!isClean && <Turns {...parts} isCovered={isCovered} />}
      {isPlaying && !isClean && ending === 'none' && <Resumed controller={controller} say={say} />}
      {isPlaying && ending === 'counting' && <Countdown controller={controller} say={say} />}
      {isPlaying && ending === 'finished' && <Finished {...parts} />}
      {unlocking && <unlocking.ReceiptBar {...parts} unlocking={unlocking} />}
      <PlayerSheet key="sheet" {...parts} unlocking={unlocking} />
    </>
  )
}
