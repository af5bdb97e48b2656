import { useStore } from '@nanostores/react'
import { type RefObject, useEffect, useRef } from 'react'
import type { Drama } from '../../../contract/drama.js'
import type { PlayState } from '../../core/playback/player-page.js'
import type { Point } from '../../core/ui/double-tap.js'
import type { Player } from '../../player/player.js'
import { useScope, useTranslation } from '../app/scope.js'
import { Poster } from '../ui/drama/poster.js'
import { useLongPress } from '../ui/gesture/use-long-press.js'
import { useSwipe } from './use-swipe.js'

const SLOTS = [0, 1, 2] as const

interface Props {
  player: Player
  no: number
  state: PlayState['state']
  drama: Drama | undefined
  onEpisodeChange(direction: 1 | -1): void
  onTap(at: Point): void
}

export function EpisodeCarousel({ player, no, state, drama, onEpisodeChange, onTap }: Props) {
  const { text } = useTranslation()
  const carousel = useRef<HTMLDivElement>(null)
  const shownFrames = useStore(player.$firstFrame)
  const current = player.videoPool.slotOf(no)
  useSwipe(carousel, { onEpisodeChange, onTap })
  usePressToSpeedUp(carousel, player)
  useCurrentFocus(carousel, no)
  const title = drama?.title ?? ''
  return (
    <div
      className="episode-carousel"
      ref={carousel}
      role="feed"
      aria-label={title || text('player')}
      aria-busy={state === 'loading'}
    >
      {SLOTS.map(slot => {
        const offset = offsetOf(slot, current)
        return (
          <EpisodeSlot
            key={slot}
            video={player.videoPool.videos[slot]}
            offset={offset}
            name={`${title} ${text('episodeShort', { no: no + offset })}`}
            no={no + offset}
            count={drama?.episode_count ?? -1}
            coverUrl={drama?.cover_url ?? ''}
            hasFrame={shownFrames.has(no + offset)}
            isLocked={state === 'locked' && offset === 0}
          />
        )
      })}
    </div>
  )
}

/** Moves the focus to the new episode, for keyboard and screen reader users. */
function useCurrentFocus(carousel: RefObject<HTMLElement | null>, no: number) {
  const { root } = useScope()
  const shown = useRef(no)
  useEffect(() => {
    if (shown.current === no) return
    shown.current = no
    const isAtPicture = root.activeElement?.matches('.player, .episode-slot')
    if (isAtPicture) carousel.current?.querySelector<HTMLElement>('[data-offset="0"]')?.focus({ preventScroll: true })
  }, [root, carousel, no])
}

function offsetOf(slot: number, current: number): -1 | 0 | 1 {
  const distance = (slot - current + 3) % 3
  return distance === 2 ? -1 : (distance as 0 | 1)
}

interface SlotProps {
  video: HTMLVideoElement | undefined
  offset: -1 | 0 | 1
  name: string
  no: number
  count: number
  coverUrl: string
  hasFrame: boolean
  isLocked: boolean
}

function EpisodeSlot({ video, offset, name, no, count, coverUrl, hasFrame, isLocked }: SlotProps) {
  const element = useRef<HTMLDivElement>(null)
  const previous = useRef(offset)
  // A slot that goes from above to below must not cross the screen.
  const isRelabelled = Math.abs(previous.current - offset) > 1
  useEffect(() => {
    previous.current = offset
  }, [offset])
  useEffect(() => {
    if (video) element.current?.prepend(video)
    return () => video?.remove()
  }, [video])
  return (
    <article
      className="episode-slot"
      ref={element}
      data-offset={offset}
      data-relabelled={isRelabelled ? '' : undefined}
      data-locked={isLocked ? '' : undefined}
      aria-label={name}
      aria-posinset={no}
      aria-setsize={count}
      aria-hidden={offset !== 0}
      tabIndex={-1}
    >
      <span className="episode-slot-poster" data-gone={hasFrame && !isLocked ? '' : undefined}>
        {coverUrl && <Poster url={coverUrl} isEager />}
      </span>
    </article>
  )
}

function usePressToSpeedUp(carousel: RefObject<HTMLElement | null>, player: Player): void {
  useLongPress(carousel, { onPress: () => player.setSpeedHeld(true), onEnd: () => player.setSpeedHeld(false) })
}
