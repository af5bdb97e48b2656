import { useEffect, useState } from 'react'
import { useScope, useTranslation } from '../../app/scope.js'

/** Shorter waits show nothing, because a flash of a spinner is worse. */
const SHOW_DELAY_MS = 200

export function Spinner() {
  const { app } = useScope()
  const { text } = useTranslation()
  const [isShown, show] = useState(false)
  useEffect(() => app.environment.clock.setTimer(SHOW_DELAY_MS, () => show(true)), [app])
  return (
    <div className="spinner" role="status" aria-label={text('loading')} hidden={!isShown}>
      <i className="spinner-ring" />
    </div>
  )
}
