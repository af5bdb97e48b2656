import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { Poster } from '../ui/poster.js'
import type { Controller } from './controls.js'
import { useHold } from './use-hold.js'
import { useSwipe } from './use-swipe.js'

const SLOTS = [0, 1, 2] as const

interface Props {
  controller: Controller
  no: number
  isLocked: boolean
  coverUrl: string
  onTurn(direction: 1 | -1): void
  onTap(): void
}

/** Three places, one a `<video>`: the episode on screen, the one before above it, the next below. */
export function Feed({ controller, no, isLocked, coverUrl, onTurn, onTap }: Props) {
  const feed = useRef<HTMLDivElement>(null)
  const framed = useStore(controller.$framed)
  const current = controller.stage.slotOf(no)
  useSwipe(feed, { onTurn, onTap })
  useHold(feed, controller)
  return (
    <div className="feed" ref={feed}>
      {SLOTS.map(slot => {
        const offset = offsetOf(slot, current)
        return (
          <Place
            key={slot}
            video={controller.stage.videos[slot]}
            offset={offset}
            coverUrl={coverUrl}
            hasFrame={framed.has(no + offset)}
            isLocked={isLocked && offset === 0}
          />
        )
      })}
    </div>
  )
}

/** -1 above, 0 on screen, 1 below. */
function offsetOf(slot: number, current: number): -1 | 0 | 1 {
  const distance = (slot - current + 3) % 3
  return distance === 2 ? -1 : (distance as 0 | 1)
}

interface PlaceProps {
  video: HTMLVideoElement | undefined
  offset: -1 | 0 | 1
  coverUrl: string
  hasFrame: boolean
  isLocked: boolean
}

function Place({ video, offset, coverUrl, hasFrame, isLocked }: PlaceProps) {
  const place = useRef<HTMLDivElement>(null)
  const previous = useRef(offset)
  // A place that goes from above to below must not cross the screen on its way.
  const isRelabelled = Math.abs(previous.current - offset) > 1
  useEffect(() => {
    previous.current = offset
  }, [offset])
  useEffect(() => {
    if (video) place.current?.prepend(video)
    return () => video?.remove()
  }, [video])
  return (
    <div
      className="place"
      ref={place}
      data-offset={offset}
      data-relabelled={isRelabelled ? '' : undefined}
      data-locked={isLocked ? '' : undefined}
      aria-hidden={offset !== 0}
    >
      <span className="place-poster" data-gone={hasFrame && !isLocked ? '' : undefined}>
        {coverUrl && <Poster url={coverUrl} isEager />}
      </span>
    </div>
  )
}
