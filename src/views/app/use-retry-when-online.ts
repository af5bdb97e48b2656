import { useLayoutEffect, useRef } from 'react'
import { useScope } from './scope.js'

/** While `isFailed`, tries again when requests may succeed again. */
export function useRetryWhenOnline(isFailed: boolean, retry: () => void): void {
  const { app } = useScope()
  const latest = useRef(retry)
  latest.current = retry
  useLayoutEffect(() => {
    if (!isFailed) return
    const lifetime = new AbortController()
    app.environment.onOnline(() => latest.current(), lifetime.signal)
    return () => lifetime.abort()
  }, [app, isFailed])
}
