// What lies ready on the player for those parts of it that come after the first frame.
import { atom, type WritableAtom } from 'nanostores'
import type { Point } from '../../core/taps.js'

export type SheetName = 'episodes' | 'share' | 'more' | 'shortcuts'

export interface Heart extends Point {
  id: number
}

export interface PlayerDesk {
  /** Which sheet is open over the player. */
  $sheet: WritableAtom<SheetName | undefined>
  /** Hearts that rise where the picture was tapped twice, in px from the window's corner. */
  $hearts: WritableAtom<readonly Heart[]>
}

export function createPlayerDesk(): PlayerDesk {
  return { $sheet: atom(), $hearts: atom([]) }
}
