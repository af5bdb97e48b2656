import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { formatPosition } from '../../../core/format/playback-time.js'
import type { PlayerTranslate } from '../../../core/playback/messages.js'
import type { Player } from '../../../player/player.js'
import { useScope } from '../../app/scope.js'
import { useFocusOnOpen } from '../use-focus-return.js'

const SHOWN_FOR = 7000

export function ResumeNotice({ controller, say }: { controller: Player; say: PlayerTranslate }) {
  const position = useStore(controller.$resumedAt)
  return position !== undefined && <Notice controller={controller} position={position} say={say} />
}

function Notice({ controller, position, say }: { controller: Player; position: number; say: PlayerTranslate }) {
  const { app } = useScope()
  const notice = useRef<HTMLParagraphElement>(null)
  useFocusOnOpen(notice)
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return
    return app.environment.clock.setTimer(SHOWN_FOR, () => controller.$resumedAt.set(undefined))
  }, [app, controller, isHeld])
  const restart = () => {
    controller.$resumedAt.set(undefined)
    controller.seek(0)
    controller.stage.play()
  }
  return (
    <p
      className="resumed"
      ref={notice}
      role="status"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {say('resumedAt', { time: formatPosition(position) })}
      <span aria-hidden="true">·</span>
      <button type="button" onClick={restart}>
        {say('restart')}
      </button>
    </p>
  )
}
