// From what asked for coins to the store over the player, and back.
import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { UnlockGoal } from '../../core/store/unlock-goal.js'
import type { PlayerDesk, Shopping } from '../../player/player-ui-state.js'

export function openStore(desk: PlayerDesk, errand: UnlockGoal, opener: Shopping['opener']): void {
  desk.$shopping.set({ ...errand, opener, isDone: false })
  desk.$sheet.set('store')
}

/** When coins have come and the balance is enough, what they were bought for has the focus: to tap on it is the viewer's. */
export function useShoppingEnd(
  { $shopping, $sheet }: PlayerDesk,
  opener: Shopping['opener'],
  buttonFor: (shopping: Shopping) => HTMLElement | null | undefined
): void {
  const shopping = useStore($shopping)
  const sheet = useStore($sheet)
  useEffect(() => {
    if (!shopping?.isDone || shopping.opener !== opener || sheet === 'store') return
    const button = buttonFor(shopping)
    if (!button) return
    button.focus({ preventScroll: true })
    $shopping.set(undefined)
  })
  // What was bought for one episode says nothing of another.
  useEffect(() => () => void ($shopping.get()?.isDone && $shopping.set(undefined)), [$shopping])
}
