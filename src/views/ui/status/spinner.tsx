import { useEffect, useState } from 'react'
import { useScope, useTranslation } from '../../app/scope.js'

/** Shorter waits show nothing, because a flash of a spinner is worse. */
const SHOW_DELAY_MS = 200

/** Whether what is waited for takes long enough to say so. */
export function useIsDelayOver(): boolean {
  const { app } = useScope()
  const [isShown, show] = useState(false)
  useEffect(() => app.environment.clock.setTimer(SHOW_DELAY_MS, () => show(true)), [app])
  return isShown
}

export function Spinner() {
  const { text } = useTranslation()
  const isShown = useIsDelayOver()
  return (
    <div className="spinner" role="status" aria-label={text('loading')} hidden={!isShown}>
      <i className="spinner-ring" />
    </div>
  )
}
