import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { vibrate } from '../../dom/vibrate.js'
import { useScope } from '../app/scope.js'
import { Coin } from '../ui/icon/coin.js'
import { Outline } from '../ui/icon/icon.js'
import type { UnlockPart } from './use-unlock.js'

/** As long as the animation in the style sheet. */
const SHOWN_MS = 2600
const OPEN_LOCK =
  'M6.5 10.5h11a1.5 1.5 0 0 1 1.5 1.5v7a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 19v-7a1.5 1.5 0 0 1 1.5-1.5ZM8.5 10.5V7a3.5 3.5 0 0 1 6.7-1.4'

/** Shows the price of an unlock and the remaining balance, and an open lock over the picture. */
export function SpentCoinsNotice({ unlockPart: { unlocker, unlockText } }: { unlockPart: UnlockPart }) {
  const { app } = useScope()
  const spent = useStore(unlocker.$spent)
  useEffect(() => unlocker.dismissSpent, [unlocker])
  useEffect(() => {
    if (!spent) return
    vibrate()
    return app.environment.clock.setTimer(SHOWN_MS, unlocker.dismissSpent)
  }, [app, unlocker, spent])
  return (
    <div className="spent-coins">
      {spent && (
        <span className="spent-coins-lock" aria-hidden="true" key={`lock-${spent.left}`}>
          <Outline path={OPEN_LOCK} />
        </span>
      )}
      {/* Stays in the page, because screen readers miss a live region that comes with its text. */}
      <p role="status">
        {spent && (
          <span className="spent-coins-price" key={spent.left}>
            <Coin />
            {unlockText('spent', { price: spent.price, left: spent.left })}
          </span>
        )}
      </p>
    </div>
  )
}
