import { type ReactNode, useEffect, useState } from 'react'
import { untilIdle } from './until-idle.js'

/** Draws its children once the browser is idle, so that many charts do not keep a page from being used. */
export function WhenIdle({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    let isEnded = false
    void untilIdle().then(() => {
      if (!isEnded) setShown(true)
    })
    return () => {
      isEnded = true
    }
  }, [])
  return (
    <div style={{ minWidth: 0 }} data-drawn-later="">
      {isShown ? children : fallback}
    </div>
  )
}
