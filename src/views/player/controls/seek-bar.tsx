import { useStore } from '@nanostores/react'
import { type CSSProperties, type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { createAccessibleTime, formatPosition, lastSeekPosition } from '../../../core/format/playback-time.js'
import type { PlayerTranslate } from '../../../core/playback/messages.js'
import type { Player } from '../../../player/player.js'
import { useTranslation } from '../../app/scope.js'

const SEEK_STEP_S = 5

export function SeekBar({ player, translate }: { player: Player; translate: PlayerTranslate }) {
  const { language } = useTranslation()
  const { position, duration } = useStore(player.$time)
  const [dragPosition, setDragPosition] = useState<number>()
  const bar = useRef<HTMLDivElement>(null)
  const formatSpoken = useMemo(() => createAccessibleTime(language.regionTag ?? language.tag), [language])
  const last = lastSeekPosition(duration)
  const at = (share: number) => Math.min(share * duration, last)
  useSeekGesture(bar, {
    onMove(share) {
      setDragPosition(at(share))
      if (player.videoPool.isLoaded(at(share))) player.seek(at(share))
    },
    onEnd(share) {
      player.scrubTo(at(share))
      setDragPosition(undefined)
    },
    onCancel: () => setDragPosition(undefined)
  })
  const shown = dragPosition ?? position
  const press = (event: KeyboardEvent) => {
    const target = seekTargetOfKey(event.key, position, last)
    if (target === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    player.seek(target)
  }
  const share = (seconds: number) => `${duration > 0 ? Math.min(100, (seconds / duration) * 100) : 0}%`
  const style = { '--at': share(shown), '--buffered': share(bufferedEnd(player)) } as CSSProperties
  return (
    <div className="seek-bar" ref={bar} data-dragged={dragPosition === undefined ? undefined : ''} style={style}>
      <input
        type="range"
        min="0"
        max={Math.max(1, Math.floor(duration))}
        step="1"
        value={Math.floor(shown)}
        aria-label={translate('position')}
        aria-valuetext={translate('positionOf', { position: formatSpoken(shown), duration: formatSpoken(duration) })}
        // Screen readers change the value without a key.
        onInput={event => player.seek(Math.min(last, Number(event.currentTarget.value)))}
        onChange={() => undefined}
        onKeyDown={press}
      />
      <span className="seek-bar-line" aria-hidden="true">
        <i className="seek-bar-buffered" />
        <i className="seek-bar-played" />
        <i className="seek-bar-knob" />
      </span>
      <output className="seek-bar-time" aria-hidden="true">
        {formatPosition(shown)} / {formatPosition(duration)}
      </output>
    </div>
  )
}

function seekTargetOfKey(key: string, position: number, last: number): number | undefined {
  const targets: Record<string, number> = {
    ArrowLeft: position - SEEK_STEP_S,
    ArrowDown: position - SEEK_STEP_S,
    ArrowRight: position + SEEK_STEP_S,
    ArrowUp: position + SEEK_STEP_S,
    Home: 0,
    End: last
  }
  return targets[key]
}

const shownVideo = ({ videoPool }: Player) => videoPool.videos.find(video => video.closest('[data-offset="0"]'))

function bufferedEnd(player: Player): number {
  const video = shownVideo(player)
  if (!video) return 0
  const ranges = rangesOf(video).filter(([from]) => from <= video.currentTime + 0.1)
  return ranges.at(-1)?.[1] ?? 0
}

function rangesOf({ buffered }: HTMLVideoElement): [from: number, to: number][] {
  return [...Array(buffered.length)].map((_, index) => [buffered.start(index), buffered.end(index)])
}

interface ScrubActions {
  /** 0 to 1. */
  onMove(share: number): void
  onEnd(share: number): void
  onCancel(): void
}

function useSeekGesture(target: RefObject<HTMLElement | null>, actions: ScrubActions): void {
  const latestActions = useRef(actions)
  latestActions.current = actions
  useEffect(() => {
    const bar = target.current
    if (!bar) return
    const listeners = new AbortController()
    const { signal } = listeners
    let pointerId: number | undefined
    const shareAt = (event: PointerEvent) => {
      const { left, width } = bar.getBoundingClientRect()
      return width > 0 ? Math.min(1, Math.max(0, (event.clientX - left) / width)) : 0
    }
    const listen = (
      name: 'pointerdown' | 'pointermove' | 'pointerup' | 'pointercancel',
      listener: (event: PointerEvent) => void
    ) => bar.addEventListener(name, listener, { signal })
    listen('pointerdown', event => {
      if (pointerId !== undefined || event.button !== 0) return
      pointerId = event.pointerId
      bar.setPointerCapture(pointerId)
      // Prevents text selection during the drag.
      event.preventDefault()
      latestActions.current.onMove(shareAt(event))
    })
    listen('pointermove', event => event.pointerId === pointerId && latestActions.current.onMove(shareAt(event)))
    listen('pointerup', event => {
      if (event.pointerId !== pointerId) return
      pointerId = undefined
      latestActions.current.onEnd(shareAt(event))
    })
    listen('pointercancel', event => {
      if (event.pointerId !== pointerId) return
      pointerId = undefined
      latestActions.current.onCancel()
    })
    return () => listeners.abort()
  }, [target])
}
