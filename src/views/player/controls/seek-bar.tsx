import { useStore } from '@nanostores/react'
import { type CSSProperties, type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { createAccessibleTime, formatPosition } from '../../../core/format/playback-time.js'
import type { PlayerTranslate } from '../../../core/playback/messages.js'
import type { Player } from '../../../player/player.js'
import { useTranslation } from '../../app/scope.js'

const STEP = 5

export function SeekBar({ controller, say }: { controller: Player; say: PlayerTranslate }) {
  const { language } = useTranslation()
  const { position, duration } = useStore(controller.$time)
  const [dragged, setDragged] = useState<number>()
  const bar = useRef<HTMLDivElement>(null)
  const spoken = useMemo(() => createAccessibleTime(language.regionTag ?? language.tag), [language])
  // One second before the end: dragging there must not start the next episode.
  const last = Math.max(0, duration - 1)
  const at = (share: number) => Math.min(share * duration, last)
  useSeekGesture(bar, {
    onMove(share) {
      setDragged(at(share))
      if (isBuffered(controller, at(share))) controller.seek(at(share))
    },
    onEnd(share) {
      controller.seek(at(share))
      setDragged(undefined)
    },
    onCancel: () => setDragged(undefined)
  })
  const shown = dragged ?? position
  const press = (event: KeyboardEvent) => {
    const target = seekTargetOfKey(event.key, position, last)
    if (target === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    controller.seek(Math.min(last, Math.max(0, target)))
  }
  const share = (seconds: number) => `${duration > 0 ? Math.min(100, (seconds / duration) * 100) : 0}%`
  const look = { '--at': share(shown), '--buffered': share(bufferedEnd(controller)) } as CSSProperties
  return (
    <div className="scrubber" ref={bar} data-dragged={dragged === undefined ? undefined : ''} style={look}>
      <input
        type="range"
        min="0"
        max={Math.max(1, Math.floor(duration))}
        step="1"
        value={Math.floor(shown)}
        aria-label={say('position')}
        aria-valuetext={say('positionOf', { position: spoken(shown), duration: spoken(duration) })}
        // Screen readers change the value without a key.
        onInput={event => controller.seek(Math.min(last, Number(event.currentTarget.value)))}
        onChange={() => undefined}
        onKeyDown={press}
      />
      <span className="scrubber-line" aria-hidden="true">
        <i className="scrubber-buffered" />
        <i className="scrubber-played" />
        <i className="scrubber-knob" />
      </span>
      <output className="scrubber-time" aria-hidden="true">
        {formatPosition(shown)} / {formatPosition(duration)}
      </output>
    </div>
  )
}

function seekTargetOfKey(key: string, position: number, last: number): number | undefined {
  const targets: Record<string, number> = {
    ArrowLeft: position - STEP,
    ArrowDown: position - STEP,
    ArrowRight: position + STEP,
    ArrowUp: position + STEP,
    Home: 0,
    End: last
  }
  return targets[key]
}

const shownVideo = ({ stage }: Player) => stage.videos.find(video => video.closest('[data-offset="0"]'))

function bufferedEnd(controller: Player): number {
  const video = shownVideo(controller)
  if (!video) return 0
  const ranges = rangesOf(video).filter(([from]) => from <= video.currentTime + 0.1)
  return ranges.at(-1)?.[1] ?? 0
}

function isBuffered(controller: Player, position: number): boolean {
  const video = shownVideo(controller)
  return video !== undefined && rangesOf(video).some(([from, to]) => position >= from && position < to)
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
  const newest = useRef(actions)
  newest.current = actions
  useEffect(() => {
    const bar = target.current
    if (!bar) return
    const listeners = new AbortController()
    const { signal } = listeners
    let finger: number | undefined
    const shareAt = (event: PointerEvent) => {
      const { left, width } = bar.getBoundingClientRect()
      return width > 0 ? Math.min(1, Math.max(0, (event.clientX - left) / width)) : 0
    }
    const hear = (
      name: 'pointerdown' | 'pointermove' | 'pointerup' | 'pointercancel',
      hear: (e: PointerEvent) => void
    ) => bar.addEventListener(name, hear, { signal })
    hear('pointerdown', event => {
      if (finger !== undefined || event.button !== 0) return
      finger = event.pointerId
      bar.setPointerCapture(finger)
      // Prevents text selection during the drag.
      event.preventDefault()
      newest.current.onMove(shareAt(event))
    })
    hear('pointermove', event => event.pointerId === finger && newest.current.onMove(shareAt(event)))
    hear('pointerup', event => {
      if (event.pointerId !== finger) return
      finger = undefined
      newest.current.onEnd(shareAt(event))
    })
    hear('pointercancel', event => {
      if (event.pointerId !== finger) return
      finger = undefined
      newest.current.onCancel()
    })
    return () => listeners.abort()
  }, [target])
}
