import { type ReactNode, useEffect, useState } from 'react'
import { useScope, useTranslation } from '../../app/scope.js'

/** Shorter waits show nothing, because a flash of a spinner is worse. */
const SHOW_DELAY_MS = 200

/** Or the outline of what is loading. */
export function Spinner({ children }: { children?: ReactNode }) {
  const { app } = useScope()
  const { text } = useTranslation()
  const [isShown, show] = useState(false)
  useEffect(() => app.environment.clock.setTimer(SHOW_DELAY_MS, () => show(true)), [app])
  return (
    <div
      className="spinner"
      data-outline={children ? '' : undefined}
      role="status"
      aria-label={text('loading')}
      hidden={!isShown}
    >
      {children ?? <i className="spinner-ring" />}
    </div>
  )
}
