import { type MouseEvent, type RefObject, useCallback } from 'react'
import { useScope } from '../context.js'
import { useLongPress } from './use-long-press.js'

/**
 * The ways from a cover to its drama's sheet: held by a finger or the mouse, the right button, and the menu key.
 * Answers what hears the last two.
 */
export function useDramaSheet(cover: RefObject<HTMLElement | null>, dramaId: string) {
  const { app } = useScope()
  useLongPress(cover, { onPress: () => app.dramaSheet.open(dramaId), onEnd: () => undefined })
  return useCallback(
    (event: MouseEvent) => {
      event.preventDefault()
      // Under a finger the browser asks for a menu of its own, after the press was recognised.
      if (!event.currentTarget.hasAttribute('data-held')) app.dramaSheet.open(dramaId)
    },
    [app, dramaId]
  )
}
