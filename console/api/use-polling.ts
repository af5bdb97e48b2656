import { useEffect } from 'react'

export const POLL_INTERVAL_MS = 2_000

/** Reads a query again and again while `isActive`. */
export function usePolling(refetch: () => unknown, isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return
    const timer = setInterval(() => void refetch(), POLL_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [refetch, isActive])
}
