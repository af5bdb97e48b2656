// From what asked for coins to the store over the player, and back.
import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { UnlockGoal } from '../../core/store/unlock-goal.js'
import type { PlayerUiState, StoreVisit } from '../../player/player-ui-state.js'

export function openStoreFromPlayer(desk: PlayerUiState, errand: UnlockGoal, opener: StoreVisit['opener']): void {
  desk.$storeVisit.set({ ...errand, opener, isDone: false })
  desk.$sheet.set('store')
}

/** When coins have come and the balance is enough, what they were bought for has the focus: to tap on it is the viewer's. */
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
  // What was bought for one episode says nothing of another.
  useEffect(() => () => void ($storeVisit.get()?.isDone && $storeVisit.set(undefined)), [$storeVisit])
}
