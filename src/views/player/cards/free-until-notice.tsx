import { useEffect, useState } from 'react'
import type { PlayResponse } from '../../../../contract/episode.js'
import { formatPosition } from '../../../core/format/playback-time.js'
import type { PlayerTranslate } from '../../../core/playback/messages.js'
import type { PlayerPage } from '../../../core/playback/player-page.js'
import { useScope } from '../../app/scope.js'

const RETRY_DELAY_MS = 5000

export function FreeUntilNotice({
  page,
  playResponse,
  translate
}: {
  page: PlayerPage
  playResponse: PlayResponse
  translate: PlayerTranslate
}) {
  const { app } = useScope()
  const { clock } = app.environment
  const [until, setUntil] = useState(playResponse.free_until)
  const [now, setNow] = useState(clock.now)
  useEffect(() => {
    if (until === undefined) return
    const left = until - now
    if (left > 0) return clock.setTimer(left % 1000 || 1000, () => setNow(clock.now()))
    let isCurrent = true
    let cancel = () => {}
    void page.renewTicket().then(renewed => {
      if (!isCurrent) return
      if (renewed) setUntil(renewed.free_until)
      else cancel = clock.setTimer(RETRY_DELAY_MS, () => setNow(clock.now()))
    })
    return () => {
      isCurrent = false
      cancel()
    }
  }, [clock, page, until, now])
  if (until === undefined) return null
  return (
    <p className="free-until" role="timer">
      {translate('freeFor', { time: formatPosition(Math.ceil((until - now) / 1000)) })}
    </p>
  )
}
