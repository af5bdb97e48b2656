import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { UnlockGoal } from '../../core/store/unlock-goal.js'
import type { PlayerUiState, StoreVisit } from '../../player/player-ui-state.js'

export function openStoreFromPlayer(uiState: PlayerUiState, goal: UnlockGoal, opener: StoreVisit['opener']): void {
  uiState.$storeVisit.set({ ...goal, opener, isDone: false })
  uiState.$sheet.set('store')
}

/** Focuses the button that opened the store, once the balance suffices. The viewer still has to press it. */
export function useStoreVisitEnd(
  { $storeVisit, $sheet }: PlayerUiState,
  opener: StoreVisit['opener'],
  buttonFor: (visit: StoreVisit) => HTMLElement | null | undefined
): void {
  const visit = useStore($storeVisit)
  const sheet = useStore($sheet)
  useEffect(() => {
    if (!visit?.isDone || visit.opener !== opener || sheet === 'store') return
    const button = buttonFor(visit)
    if (!button) return
    button.focus({ preventScroll: true })
    $storeVisit.set(undefined)
  })
  // A purchase for one episode has no effect on another.
  useEffect(() => () => void ($storeVisit.get()?.isDone && $storeVisit.set(undefined)), [$storeVisit])
}
