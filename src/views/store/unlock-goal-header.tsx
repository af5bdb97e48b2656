import type { StoreIndex } from '../../../contract/store.js'
import type { StoreTranslate } from '../../core/store/messages.js'
import { missingCoins, type UnlockGoal } from '../../core/store/unlock-goal.js'
import { useTranslation } from '../app/scope.js'
import { Coin } from '../ui/icon/coin.js'
import goalCss from './unlock-goal-header.css'

export const css = goalCss

export interface UnlockGoalHeaderProps {
  index: StoreIndex
  unlockGoal: UnlockGoal
  text: StoreTranslate
}

export function UnlockGoalHeader({ index, unlockGoal, text }: UnlockGoalHeaderProps) {
  const { number } = useTranslation()
  const { from, upTo: to } = unlockGoal
  const { balance, debt } = index
  const missing = unlockGoal.tab === 'coins' ? missingCoins(index, unlockGoal) : 0
  return (
    <section className="unlock-goal">
      <h2>{from < to ? text('unlockGoalRange', { from, to }) : text('unlockGoalOne', { no: to })}</h2>
      {missing > 0 && <p className="unlock-goal-missing">{text('unlockGoalMissing', { count: missing })}</p>}
      <p className="unlock-goal-balance">
        {text('balance')}
        <Coin />
        <b>{number(balance.coins + balance.bonus)}</b>
        {balance.bonus > 0 && <small>{text('balanceParts', { coins: balance.coins, bonus: balance.bonus })}</small>}
      </p>
      {debt > 0 && (
        <p className="store-note" role="note">
          {text('debtNote', { count: debt })}
        </p>
      )}
    </section>
  )
}
