import type { RefObject } from 'react'
import type { Controller } from '../../player/player.js'
import { useLongPress } from '../ui/gesture/use-long-press.js'

/** Holding the picture plays it faster until it is let go. */
export function useHold(feed: RefObject<HTMLElement | null>, controller: Controller): void {
  useLongPress(feed, { onPress: () => controller.hold(true), onEnd: () => controller.hold(false) })
}
