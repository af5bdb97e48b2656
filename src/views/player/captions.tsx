import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { PlayAnswer } from '../../../contract/episode.js'
import { type Cue, captionAt, parseCaptions } from '../../core/captions.js'
import { useScope, useTranslation } from '../context.js'
import { chosenTrack } from './chosen-track.js'
import type { Controller } from './controls.js'

/** Captions are drawn here: the browser's own collide with the controls and cannot be placed. */
export function Captions({ controller, answer }: { controller: Controller; answer: PlayAnswer }) {
  const { app } = useScope()
  const { language } = useTranslation()
  const { position } = useStore(controller.$time)
  const size = useStore(app.settings.$captionSize)
  const hasGround = useStore(app.settings.$hasCaptionGround)
  const track = chosenTrack(answer.captions, useStore(app.settings.$captions), language.wire)
  const url = track?.url
  const isShown = useStore(controller.$framed).has(answer.episode.no)
  const [cues, setCues] = useState<readonly Cue[]>([])
  useEffect(() => {
    const loading = new AbortController()
    setCues([])
    if (url && isShown) {
      app.environment
        .fetch(url, { credentials: 'omit', signal: loading.signal })
        .then(async response => response.ok && setCues(parseCaptions(await response.text())))
        .catch(() => undefined)
    }
    return () => loading.abort()
  }, [app, url, isShown])
  const text = captionAt(cues, position)
  return (
    <p className="captions" lang={track?.lang} data-size={size} data-bare={hasGround ? undefined : ''} aria-live="off">
      {text && <span key={text}>{text}</span>}
    </p>
  )
}
