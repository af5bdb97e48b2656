// Pulling a list down by a finger to ask for it again. Knows no touch events: the view tells what the finger does.
import { atom, type ReadableAtom } from 'nanostores'
import type { Clock } from '../environment.js'

/** Pulled so far, in px, it refreshes when the finger is lifted. */
export const PULL_THRESHOLD = 45
/** A finger that moved less, in px, has not pulled. */
const START_DISTANCE_PX = 5
/** What springs back has arrived by then, in ms. */
const RESTORE_TIME = 300

export type PullState = '' | 'pulling' | 'refreshing' | 'refresherabort' | 'restore'

export interface PullGesture {
  state: PullState
  /** In px, from 0. */
  distance: number
}

/** Where the first finger is, in px, and what else there is to know at that moment. */
export interface PullTouch {
  x: number
  y: number
  fingers: number
  scrollTop: number
}

export interface PullRefresh {
  $pull: ReadableAtom<PullGesture>
  /** False when this touch cannot become a pull: not at the top, several fingers, or a refresh is under way. */
  start(touch: PullTouch): boolean
  /** True when the touch is a pull: nothing else may come of it. */
  move(touch: PullTouch): boolean
  /** The finger is lifted. */
  end(): void
  /** The touch was taken away. */
  cancel(): void
}

export interface PullRefreshOptions {
  clock: Clock
  /** Settles when what was asked for is there. */
  refresh(): Promise<unknown>
  onFailed(error: unknown): void
}

export function createPullRefresh({ clock, refresh, onFailed }: PullRefreshOptions): PullRefresh {
  const $pull = atom<PullGesture>({ state: '', distance: 0 })
  let origin: PullTouch | undefined
  let cancelSettling: () => void = () => undefined
  const isPulling = () => $pull.get().state === 'pulling'

  function animateBack(state: 'refresherabort' | 'restore') {
    $pull.set({ state, distance: 0 })
    cancelSettling = clock.setTimer(RESTORE_TIME, () => $pull.set({ state: '', distance: 0 }))
  }

  function pull(distance: number) {
    if (!isPulling()) cancelSettling()
    $pull.set({ state: 'pulling', distance: Math.max(0, distance) })
    return true
  }

  function drop() {
    origin = undefined
    if (isPulling()) animateBack('refresherabort')
    return false
  }

  async function begin() {
    $pull.set({ state: 'refreshing', distance: PULL_THRESHOLD })
    try {
      await refresh()
    } catch (error) {
      onFailed(error)
    }
    animateBack('restore')
  }

  return {
    $pull,
    start(touch) {
      const canPull = $pull.get().state !== 'refreshing' && touch.fingers === 1 && touch.scrollTop <= 0
      if (canPull) origin = touch
      else drop()
      return canPull
    },
    move({ x, y, fingers, scrollTop }) {
      if (!origin) return false
      const across = Math.abs(x - origin.x)
      const down = y - origin.y
      if (fingers !== 1) return drop()
      if (isPulling()) return pull(down)
      if (Math.max(across, Math.abs(down)) < START_DISTANCE_PX) return false
      return down > across && scrollTop <= 0 ? pull(down) : drop()
    },
    end() {
      const isFarEnough = isPulling() && $pull.get().distance >= PULL_THRESHOLD
      origin = undefined
      if (isFarEnough) void begin()
      else drop()
    },
    cancel: drop
  }
}
