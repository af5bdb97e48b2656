import { useStore } from '@nanostores/react'
import type { RewardIndex } from '../../../contract/reward.js'
import { type RewardPage, remainingToday } from '../../core/reward/reward-page.js'
import { useTranslation } from '../app/scope.js'
import { usePartText } from '../app/use-part-text.js'
import { Coin } from '../ui/icon/coin.js'
import { useTimeUntil } from './use-review-time.js'

export function TodayCard({ page, index }: { page: RewardPage; index: RewardIndex }) {
  const { number } = useTranslation()
  const text = usePartText(page.texts)
  const timeUntil = useTimeUntil(page)
  const count = useStore(page.$claimed)?.count ?? 0
  const rest = remainingToday(index)
  const endsAt = index.tasks[0]?.ends_at
  const renewal = endsAt === undefined ? '' : text('newTasksIn', { time: timeUntil(endsAt) })
  return (
    <section className="reward-today" aria-label={text('earnedToday')}>
      <h2>{text('earnedToday')}</h2>
      <p className="reward-total">
        <Coin />
        <b key={count} data-fresh={count > 0 ? '' : undefined}>
          {number(index.earned_today)}
        </b>
      </p>
      {index.pending_bonus > 0 && (
        <p className="reward-waiting">{text('coinsWaiting', { count: index.pending_bonus })}</p>
      )}
      <p>{rest.count > 0 ? text('tasksLeft', { count: rest.count, bonus: number(rest.bonus) }) : renewal}</p>
    </section>
  )
}
