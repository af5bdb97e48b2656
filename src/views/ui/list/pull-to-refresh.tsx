import { useEffect, useRef, useState } from 'react'
import { MAX_TOP_DISTANCE_PX } from '../../../core/ui/pull-to-refresh.js'
import { adoptStyles } from '../../../dom/adopted-styles.js'
import { useScope } from '../../app/scope.js'
import type * as Indicator from './pull-indicator.js'

export interface FirstTouch {
  x: number
  y: number
}

type Part = typeof Indicator

/** Loads the indicator with the first touch, which may already be a pull. If `refresh` rejects, the error is shown. */
export function PullToRefresh({ refresh }: { refresh(): Promise<unknown> }) {
  const { root } = useScope()
  const container = useRef<HTMLDivElement>(null)
  const [loaded, setLoaded] = useState<{ part: Part; touch: FirstTouch | undefined }>()
  const isLoaded = loaded !== undefined
  useEffect(() => {
    const page = container.current?.closest<HTMLElement>('.page')
    if (!page || isLoaded) return
    const listeners = new AbortController()
    const { signal } = listeners
    let touch: FirstTouch | undefined
    const onTouchStart = (event: TouchEvent) => {
      const [finger] = event.touches
      touch = finger && page.scrollTop <= MAX_TOP_DISTANCE_PX ? { x: finger.clientX, y: finger.clientY } : undefined
      import('./pull-indicator.js').then(
        part => {
          if (signal.aborted) return
          adoptStyles(root, part.css)
          setLoaded({ part, touch })
        },
        () => undefined
      )
    }
    const end = () => {
      touch = undefined
    }
    page.addEventListener('touchstart', onTouchStart, { passive: true, signal })
    page.addEventListener('touchend', end, { signal })
    page.addEventListener('touchcancel', end, { signal })
    return () => listeners.abort()
  }, [root, isLoaded])
  return (
    <div className="pull" ref={container}>
      {loaded && <loaded.part.PullIndicator refresh={refresh} firstTouch={loaded.touch} />}
    </div>
  )
}
