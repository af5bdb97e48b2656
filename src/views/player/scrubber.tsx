import { useStore } from '@nanostores/react'
import type { CSSProperties } from 'react'
import { clockTime } from '../../core/format/position.js'
import { useTranslation } from '../context.js'
import type { Controller } from './controls.js'

/** A slider over the episode; its step is a second. */
export function Scrubber({ controller }: { controller: Controller }) {
  const { text } = useTranslation()
  const { position, duration } = useStore(controller.$time)
  const share = duration > 0 ? (position / duration) * 100 : 0
  return (
    <div className="scrubber">
      <input
        type="range"
        min="0"
        max={Math.max(1, Math.floor(duration))}
        step="1"
        value={Math.floor(position)}
        aria-label={text('position')}
        aria-valuetext={`${clockTime(position)} / ${clockTime(duration)}`}
        style={{ '--share': `${share}%` } as CSSProperties}
        onInput={event => controller.seek(Number(event.currentTarget.value))}
        onChange={() => undefined}
      />
      <span className="scrubber-time">
        {clockTime(position)} / {clockTime(duration)}
      </span>
    </div>
  )
}
