import { type ReactElement, useLayoutEffect, useState } from 'react'
import { getInstance } from '../loader/instance.js'

export function DramaAppRoot({ container }: { container?: Node }) {
  const [view, setView] = useState<ReactElement>()
  useLayoutEffect(() => {
    if (!container) return
    return getInstance(container).show(view => {
      setView(view)
      return () => setView(undefined)
    })
  }, [container])
  return view && <div className="app-container">{view}</div>
}
