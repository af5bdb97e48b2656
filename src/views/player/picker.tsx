import { useLayoutEffect, useRef, useState } from 'react'
import type { Episode } from '../../../contract/episode.js'
import { useTranslation } from '../context.js'
import { Icon } from '../ui/icon.js'
import { hearDialogKeys } from '../ui/use-blocking.js'
import pickerCss from './picker.css'

export const css = pickerCss

const RANGE = 30

interface Props {
  title: string
  list: readonly Episode[]
  no: number
  onPick(no: number): void
  onClose(): void
}

/** The choose-episode sheet, in ranges of thirty; Escape and the space above it close it. */
export function Picker({ title, list, no, onPick, onClose }: Props) {
  const { text } = useTranslation()
  const [range, setRange] = useState(Math.floor((no - 1) / RANGE))
  const sheet = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const current = sheet.current?.querySelector<HTMLElement>('[aria-current="true"]') ?? sheet.current
    current?.focus()
  }, [])
  const ranges = Array.from({ length: Math.ceil(list.length / RANGE) }, (_, index) => index)
  return (
    <div
      className="picker"
      role="dialog"
      aria-modal="true"
      aria-label={text('episodes')}
      onKeyDown={event => hearDialogKeys(event, onClose)}
    >
      <button type="button" className="picker-backdrop" aria-label={text('back')} onClick={onClose} tabIndex={-1} />
      <div className="picker-sheet" ref={sheet} tabIndex={-1}>
        <header>
          <div>
            <h2>{title}</h2>
            <p>{text('episodeCount', { count: list.length })}</p>
          </div>
          <button type="button" className="round" aria-label={text('back')} onClick={onClose}>
            <Icon name="close" />
          </button>
        </header>
        {ranges.length > 1 && (
          <div className="picker-ranges">
            {ranges.map(index => (
              <button key={index} type="button" aria-pressed={index === range} onClick={() => setRange(index)}>
                {`${index * RANGE + 1}–${Math.min(list.length, (index + 1) * RANGE)}`}
              </button>
            ))}
          </div>
        )}
        <ol className="picker-grid">
          {list.slice(range * RANGE, (range + 1) * RANGE).map(episode => (
            <li key={episode.id}>
              <button
                type="button"
                data-state={episode.state}
                aria-current={episode.no === no}
                aria-label={text(episode.state === 'locked' ? 'lockedTitle' : 'episodeShort', { no: episode.no })}
                onClick={() => onPick(episode.no)}
              >
                {episode.no}
                {episode.state === 'locked' && <Icon name="lock" />}
              </button>
            </li>
          ))}
        </ol>
      </div>
    </div>
  )
}
