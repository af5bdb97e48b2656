import { atom, type ReadableAtom } from 'nanostores'
import type { Clock } from '../environment.js'

export const PULL_THRESHOLD_PX = 45
/** Distance to the top that counts as reached. The list scrolls over it before the pull begins. */
export const MAX_TOP_DISTANCE_PX = 50
const START_DISTANCE_PX = 5
const RESTORE_MS = 300

export type PullState = '' | 'pulling' | 'refreshing' | 'refresherabort' | 'restore'

export interface PullGesture {
  state: PullState
  distance: number
}

export interface PullTouch {
  x: number
  y: number
  fingers: number
  scrollTop: number
}

export interface PullRefresh {
  $pull: ReadableAtom<PullGesture>
  start(touch: PullTouch): boolean
  /** True if the touch is a pull; the view then uses it for nothing else. */
  move(touch: PullTouch): boolean
  end(): void
  cancel(): void
}

export interface PullRefreshOptions {
  clock: Clock
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
    cancelSettling = clock.setTimer(RESTORE_MS, () => $pull.set({ state: '', distance: 0 }))
  }

  function pull(distance: number) {
    if (!isPulling()) cancelSettling()
    $pull.set({ state: 'pulling', distance: Math.max(0, distance) })
    return true
  }

  function cancelPull() {
    origin = undefined
    if (isPulling()) animateBack('refresherabort')
    return false
  }

  async function startRefresh() {
    $pull.set({ state: 'refreshing', distance: PULL_THRESHOLD_PX })
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
      const canPull =
        $pull.get().state !== 'refreshing' && touch.fingers === 1 && touch.scrollTop <= MAX_TOP_DISTANCE_PX
      if (canPull) origin = touch
      else cancelPull()
      return canPull
    },
    move(touch) {
      if (!origin) return false
      const { x, y, fingers, scrollTop } = touch
      const across = Math.abs(x - origin.x)
      const down = y - origin.y
      if (fingers !== 1) return cancelPull()
      if (isPulling()) return pull(down)
      if (Math.max(across, Math.abs(down)) < START_DISTANCE_PX) return false
      if (down <= across || scrollTop > MAX_TOP_DISTANCE_PX) return cancelPull()
      if (scrollTop <= 0) return pull(down)
      origin = touch
      return false
    },
    end() {
      const isFarEnough = isPulling() && $pull.get().distance >= PULL_THRESHOLD_PX
      origin = undefined
      if (isFarEnough) void startRefresh()
      else cancelPull()
    },
    cancel: cancelPull
  }
}
