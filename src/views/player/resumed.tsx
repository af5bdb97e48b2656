import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { clockTime } from '../../core/format/position.js'
import type { PlayerText } from '../../core/player-texts.js'
import { useScope } from '../context.js'
import type { Controller } from './controls.js'

/** In ms; who points at it or has it focused has all the time. */
const SHOWN_FOR = 7000

/** Says where an episode goes on that the viewer had begun before, and offers its beginning. */
export function Resumed({ controller, say }: { controller: Controller; say: PlayerText }) {
  const { app } = useScope()
  const position = useStore(controller.$resumed)
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (position === undefined || isHeld) return
    return app.environment.clock.after(SHOWN_FOR, () => controller.$resumed.set(undefined))
  }, [app, controller, position, isHeld])
  if (position === undefined) return null
  const restart = () => {
    controller.$resumed.set(undefined)
    controller.seek(0)
    controller.stage.play()
  }
  return (
    <p
      className="resumed"
      role="status"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {say('resumedAt', { time: clockTime(position) })}
      <span aria-hidden="true">·</span>
      <button type="button" onClick={restart}>
        {say('restart')}
      </button>
    </p>
  )
}
