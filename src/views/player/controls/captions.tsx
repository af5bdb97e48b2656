import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { PlayResponse } from '../../../../contract/episode.js'
import { activeCaption, type Cue, parseCaptions, selectCaptionTrack } from '../../../player/captions.js'
import type { Player } from '../../../player/player.js'
import { useScope, useTranslation } from '../../app/scope.js'

/** Captions are drawn here: the browser's own collide with the controls and cannot be placed. */
export function Captions({ controller, answer }: { controller: Player; answer: PlayResponse }) {
  const { app } = useScope()
  const { language } = useTranslation()
  const { position } = useStore(controller.$time)
  const size = useStore(app.settings.$captionSize)
  const hasGround = useStore(app.settings.$hasCaptionBackground)
  const track = selectCaptionTrack(answer.captions, useStore(app.settings.$captions), language.apiCode)
  const url = track?.url
  const isShown = useStore(controller.$firstFrame).has(answer.episode.no)
  const [cues, setCues] = useState<readonly Cue[]>([])
  useEffect(() => {
    const loading = new AbortController()
    setCues([])
    const source = controller.mediaOf(answer)?.from(0)
    const ask = (address: string) => app.environment.fetch(address, { credentials: 'omit', signal: loading.signal })
    async function load(address: string) {
      let response = await ask(source ? withTicketOf(source.address(source.url), address) : address)
      // Chosen late, they are asked for with a ticket that may have ended.
      if (response.status === 403 && source && (await source.renew())) {
        response = await ask(withTicketOf(source.address(source.url), address))
      }
      if (response.ok) setCues(parseCaptions(await response.text()))
    }
    if (url && isShown) load(url).catch(() => undefined)
    return () => loading.abort()
  }, [app, controller, answer, url, isShown])
  const text = activeCaption(cues, position)
  return (
    <p className="captions" lang={track?.lang} data-size={size} data-bare={hasGround ? undefined : ''} aria-live="off">
      {text && <span key={text}>{text}</span>}
    </p>
  )
}

/** The same film's file behind another ticket: what an answer names, and what plays, may have come with tickets of their own. */
function withTicketOf(master: string, file: string): string {
  const folder = master.slice(0, master.lastIndexOf('/') + 1)
  const film = `/${folder.split('/').at(-2)}/`
  const place = file.indexOf(film)
  return place < 0 ? file : folder + file.slice(place + film.length)
}
