import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { vibrate } from '../../dom/vibrate.js'
import { useScope } from '../app/scope.js'
import { Coin } from '../ui/icon/coin.js'
import { Outline } from '../ui/icon/icon.js'
import type { UnlockPart } from './use-unlock.js'

const SHOWN_MS = 2600
const OPEN_LOCK =
  'M6.5 10.5h11a1.5 1.5 0 0 1 1.5 1.5v7a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 19v-7a1.5 1.5 0 0 1 1.5-1.5ZM8.5 10.5V7a3.5 3.5 0 0 1 6.7-1.4'

/** What an unlock has cost and what is left rises from where the balance was, and an open lock shows over the picture. */
export function UnlockMoment({ unlockPart: { unlocker, unlockText } }: { unlockPart: UnlockPart }) {
  const { app } = useScope()
  const spent = useStore(unlocker.$spent)
  useEffect(() => {
    if (!spent) return
    vibrate()
    return app.environment.clock.setTimer(SHOWN_MS, unlocker.dismissSpent)
  }, [app, unlocker, spent])
  return (
    <div className="unlock-moment">
      {spent && (
        <span className="unlock-moment-lock" aria-hidden="true">
          <Outline path={OPEN_LOCK} />
        </span>
      )}
      <p role="status">
        {spent && (
          <>
            <Coin />
            {unlockText('spent', { ...spent })}
          </>
        )}
      </p>
    </div>
  )
}
