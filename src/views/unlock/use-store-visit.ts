import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { UnlockGoal } from '../../core/store/unlock-goal.js'
import type { PlayerUiState, StoreVisit } from '../../player/player-ui-state.js'

export function openStoreFromPlayer(desk: PlayerUiState, errand: UnlockGoal, opener: StoreVisit['opener']): void {
  desk.$storeVisit.set({ ...errand, opener, isDone: false })
  desk.$sheet.set('store')
}

/** Focuses the button that opened the store, once the balance suffices. The viewer still has to press it. */
export function useStoreVisitEnd(
  { $storeVisit, $sheet }: PlayerUiState,
  opener: StoreVisit['opener'],
  buttonFor: (shopping: StoreVisit) => HTMLElement | null | undefined
): void {
  const shopping = useStore($storeVisit)
  const sheet = useStore($sheet)
  useEffect(() => {
    if (!shopping?.isDone || shopping.opener !== opener || sheet === 'store') return
    const button = buttonFor(shopping)
    if (!button) return
    button.focus({ preventScroll: true })
    $storeVisit.set(undefined)
  })
  // A purchase for one episode has no effect on another.
  useEffect(() => () => void ($storeVisit.get()?.isDone && $storeVisit.set(undefined)), [$storeVisit])
}
