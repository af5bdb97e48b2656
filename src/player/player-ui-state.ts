import { atom, type WritableAtom } from 'nanostores'
import type { UnlockGoal } from '../core/store/unlock-goal.js'
import type { Point } from '../core/ui/double-tap.js'
import type { Unlocker } from '../core/unlock/unlocker.js'

export type SheetName = 'episodes' | 'share' | 'more' | 'shortcuts' | 'auto-unlock' | 'limits' | 'store'

export interface StoreVisit extends UnlockGoal {
  opener: 'lock' | 'episodes'
  isDone: boolean
}

export interface Heart extends Point {
  id: number
}

export interface PlayerUiState {
  $sheet: WritableAtom<SheetName | undefined>
  $hearts: WritableAtom<readonly Heart[]>
  $unlocker: WritableAtom<Unlocker | undefined>
  $storeVisit: WritableAtom<StoreVisit | undefined>
  $hasHostOffer: WritableAtom<boolean>
}

export function createPlayerUiState(): PlayerUiState {
  return { $sheet: atom(), $hearts: atom([]), $unlocker: atom(), $storeVisit: atom(), $hasHostOffer: atom(false) }
}
