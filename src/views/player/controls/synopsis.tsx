import { useState } from 'react'
import type { PlayerText } from '../../../core/playback/messages.js'

/** Title and story; long stories open on a tap. */
export function Synopsis({ title, text: story, say }: { title: string; text: string; say: PlayerText }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="synopsis" data-open={isOpen ? '' : undefined}>
      {title && <h2>{title}</h2>}
      {story && (
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <span className="synopsis-text">{story}</span> <b>{say(isOpen ? 'less' : 'more')}</b>
        </button>
      )}
    </div>
  )
}
