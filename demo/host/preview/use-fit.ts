import { useCallback, useState } from 'react'

/** Scale, at most 1, at which a box of the given size fits into the node that gets `measure` as its ref. */
export function useFit(width: number, height: number) {
  const [room, setRoom] = useState<{ width: number; height: number }>()
  const measure = useCallback((node: HTMLElement | null) => {
    if (!node) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setRoom({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    observer.observe(node)
    return () => observer.disconnect()
  }, [])
  return { measure, scale: room ? Math.min(1, room.width / width, room.height / height) : undefined }
}
