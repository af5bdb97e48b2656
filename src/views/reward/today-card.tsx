import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { RewardIndex } from '../../../contract/reward.js'
import { type RewardPage, remainingToday } from '../../core/reward/reward-page.js'
import { useScope, useTranslation } from '../app/scope.js'
import { usePartText } from '../app/use-part-text.js'
import { Coin } from '../ui/icon/coin.js'
import { prefersReducedMotion } from '../ui/list/prefers-reduced-motion.js'
import { COINS_ARRIVE_MS } from './claim-button.js'
import { useTimeUntil } from './use-review-time.js'

/** Follows `total`, after a claim when its coins arrive. */
function useArrivedTotal(total: number, claims: number): number {
  const { app } = useScope()
  const [shown, setShown] = useState({ total, claims })
  useEffect(() => {
    if (total === shown.total) return
    const arrive = () => setShown({ total, claims })
    if (total < shown.total || claims === shown.claims || prefersReducedMotion()) return arrive()
    return app.environment.clock.setTimer(COINS_ARRIVE_MS, arrive)
  }, [app, total, claims, shown.total, shown.claims])
  return shown.total
}

export function TodayCard({ page, index }: { page: RewardPage; index: RewardIndex }) {
  const { number } = useTranslation()
  const text = usePartText(page.texts)
  const timeUntil = useTimeUntil(page)
  const claims = (useStore(page.$claimed)?.count ?? 0) + (useStore(page.checkIns.$paid)?.count ?? 0)
  const earned = useArrivedTotal(index.earned_today, claims)
  const rest = remainingToday(index)
  const endsAt = index.tasks[0]?.ends_at
  const renewal = endsAt === undefined ? '' : text('newTasksIn', { time: timeUntil(endsAt) })
  return (
    <section className="reward-today" aria-label={text('earnedToday')}>
      <h2>{text('earnedToday')}</h2>
      <p className="reward-total">
        <Coin />
        <b key={earned} data-fresh={claims > 0 ? '' : undefined}>
          {number(earned)}
        </b>
      </p>
      {index.pending_bonus > 0 && (
        <p className="reward-waiting">{text('coinsWaiting', { count: index.pending_bonus })}</p>
      )}
      <p>{rest.count > 0 ? text('tasksLeft', { count: rest.count, bonus: number(rest.bonus) }) : renewal}</p>
    </section>
  )
}
