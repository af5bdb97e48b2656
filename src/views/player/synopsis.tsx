import { useState } from 'react'
import { useTranslation } from '../context.js'

/** Title and story; long stories open on a tap. */
export function Synopsis({ title, text: story }: { title: string; text: string }) {
  const { text } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="synopsis" data-open={isOpen ? '' : undefined}>
      {title && <h2>{title}</h2>}
      {story && (
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <span className="synopsis-text">{story}</span> <b>{text(isOpen ? 'less' : 'more')}</b>
        </button>
      )}
    </div>
  )
}
