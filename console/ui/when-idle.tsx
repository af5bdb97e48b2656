import { type ReactNode, useEffect, useState } from 'react'
import { untilIdle } from './until-idle.js'

/** Whether the browser has been idle since the first drawing: for parts that need not be there at once. */
export function useWasIdle(): boolean {
  const [wasIdle, setWasIdle] = useState(false)
  useEffect(() => {
    let isEnded = false
    void untilIdle().then(() => {
      if (!isEnded) setWasIdle(true)
    })
    return () => {
      isEnded = true
    }
  }, [])
  return wasIdle
}

/** Draws its children once the browser is idle, so that many charts do not keep a page from being used. */
export function WhenIdle({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  const isShown = useWasIdle()
  return (
    <div style={{ minWidth: 0 }} data-drawn-later="">
      {isShown ? children : fallback}
    </div>
  )
}
