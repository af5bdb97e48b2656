import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { PlayResponse } from '../../../../contract/episode.js'
import { FETCH_POLICY } from '../../../core/request/headers.js'
import { activeCaption, type Cue, parseCaptions, selectCaptionTrack } from '../../../player/captions.js'
import type { Player } from '../../../player/player.js'
import { useScope, useTranslation } from '../../app/scope.js'

/** Renders captions itself, because native captions overlap the controls and cannot be positioned. */
export function Captions({ player, playResponse }: { player: Player; playResponse: PlayResponse }) {
  const { app } = useScope()
  const { language } = useTranslation()
  const { position } = useStore(player.$time)
  const size = useStore(app.playbackSettings.$captionSize)
  const hasBackground = useStore(app.playbackSettings.$hasCaptionBackground)
  const track = selectCaptionTrack(playResponse.captions, useStore(app.playbackSettings.$captions), language.apiCode)
  const url = track?.url
  const isShown = useStore(player.$firstFrame).has(playResponse.episode.no)
  const [cues, setCues] = useState<readonly Cue[]>([])
  useEffect(() => {
    const loading = new AbortController()
    setCues([])
    const media = player.mediaOf(playResponse)
    const request = (original: string) =>
      app.environment.fetch(media?.toCurrentUrl(original) ?? original, { ...FETCH_POLICY, signal: loading.signal })
    async function load(original: string) {
      let response = await request(original)
      // The ticket may have expired if the viewer turns captions on late.
      if (response.status === 403 && (await media?.renew())) response = await request(original)
      if (response.ok) setCues(parseCaptions(await response.text()))
    }
    if (url && isShown) load(url).catch(() => undefined)
    return () => loading.abort()
  }, [app, player, playResponse, url, isShown])
  const text = activeCaption(cues, position)
  return (
    <p
      className="captions"
      lang={track?.lang}
      data-size={size}
      data-bare={hasBackground ? undefined : ''}
      aria-live="off"
    >
      {text && <span key={text}>{text}</span>}
    </p>
  )
}
