// What lies ready on the player for those parts of it that come after the first frame.
import { atom, type WritableAtom } from 'nanostores'
import type { UnlockGoal } from '../core/store/unlock-goal.js'
import type { Point } from '../core/ui/double-tap.js'
import type { Unlocker } from '../core/unlock/unlocker.js'

export type SheetName = 'episodes' | 'share' | 'more' | 'shortcuts' | 'auto-unlock' | 'store'

/** What the viewer is at the store for; `isDone` until what asked for the coins has the focus again. */
export interface StoreVisit extends UnlockGoal {
  opener: 'lock' | 'episodes'
  isDone: boolean
}

export interface Heart extends Point {
  id: number
}

export interface PlayerUiState {
  /** Which sheet is open over the player. */
  $sheet: WritableAtom<SheetName | undefined>
  /** Hearts that rise where the picture was tapped twice, in px from the window's corner. */
  $hearts: WritableAtom<readonly Heart[]>
  /** Undefined until a locked episode has been met, or was near. */
  $unlocker: WritableAtom<Unlocker | undefined>
  $storeVisit: WritableAtom<StoreVisit | undefined>
  /** The host page shows an offer of its own for the episode on screen. */
  $hasHostOffer: WritableAtom<boolean>
}

export function createPlayerUiState(): PlayerUiState {
  return { $sheet: atom(), $hearts: atom([]), $unlocker: atom(), $storeVisit: atom(), $hasHostOffer: atom(false) }
}
