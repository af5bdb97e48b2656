import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { formatPosition } from '../../../core/format/playback-time.js'
import type { PlayerTranslate } from '../../../core/playback/messages.js'
import type { Player } from '../../../player/player.js'
import { useScope } from '../../app/scope.js'
import { useReturnFocusOnUnmount } from '../use-focus-return.js'

const VISIBLE_MS = 7000

export function ResumeNotice({ player, translate }: { player: Player; translate: PlayerTranslate }) {
  const position = useStore(player.$resumedAt)
  return position !== undefined && <Notice player={player} position={position} translate={translate} />
}

function Notice({ player, position, translate }: { player: Player; position: number; translate: PlayerTranslate }) {
  const { app } = useScope()
  const notice = useRef<HTMLParagraphElement>(null)
  useReturnFocusOnUnmount(notice)
  const [isPaused, setPaused] = useState(false)
  useEffect(() => {
    if (isPaused) return
    return app.environment.clock.setTimer(VISIBLE_MS, () => player.$resumedAt.set(undefined))
  }, [app, player, isPaused])
  const restart = () => {
    player.$resumedAt.set(undefined)
    player.seek(0)
    player.videoPool.play()
  }
  return (
    <p
      className="resume-notice"
      ref={notice}
      role="status"
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      {translate('resumedAt', { time: formatPosition(position) })}
      <button type="button" onClick={restart}>
        {translate('restart')}
      </button>
    </p>
  )
}
