import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import type { CheckIn } from '../../../contract/check-in.js'
import type { RewardTranslate } from '../../core/reward/messages.js'
import type { RewardPage } from '../../core/reward/reward-page.js'
import { useScope, useTranslation } from '../app/scope.js'
import { usePartText } from '../app/use-part-text.js'
import { Coin } from '../ui/icon/coin.js'
import { CoinAnimation } from './claim-button.js'
import { RewardIcon } from './reward-icon.js'

export function CheckInCard({ page }: { page: RewardPage }) {
  const text = usePartText(page.texts)
  const loadable = useStore(page.checkIns.index.$loadable)
  if (loadable.state === 'ready' && !loadable.value.is_enabled) return null
  return (
    <section className="check-in" aria-labelledby="reward-check-in">
      <h2 id="reward-check-in">{text('checkIn')}</h2>
      {loadable.state === 'failed' && <CheckInFailure page={page} text={text} />}
      {loadable.state === 'loading' && (
        <div className="skeleton check-in-skeleton" part="skeleton">
          <i />
        </div>
      )}
      {loadable.state === 'ready' && <CheckInDays page={page} checkIn={loadable.value} text={text} />}
    </section>
  )
}

interface PartProps {
  page: RewardPage
  text: RewardTranslate
}

function CheckInFailure({ page, text }: PartProps) {
  return (
    <button
      type="button"
      className="button quiet check-in-failure"
      part="error"
      onClick={() => void page.checkIns.index.reload()}
    >
      {text('checkInFailed')}
    </button>
  )
}

function CheckInDays({ page, checkIn, text }: PartProps & { checkIn: CheckIn }) {
  const { days, today_no } = checkIn
  return (
    <>
      <Streak checkIn={checkIn} text={text} />
      <ol className="check-in-days">
        {days.map(day => (
          <CheckInDay key={day.no} day={day} isToday={day.no === today_no} text={text} />
        ))}
      </ol>
      <CheckInButton page={page} checkIn={checkIn} text={text} />
    </>
  )
}

function Streak({ checkIn: { streak, days, today_no }, text }: Omit<PartProps, 'page'> & { checkIn: CheckIn }) {
  const { number } = useTranslation()
  const total = days.reduce((sum, { reward_bonus }) => sum + reward_bonus, 0)
  const isWaiting = days[today_no - 1]?.status === 'pending'
  return (
    <p className="check-in-streak" role="status">
      {streak > 0
        ? text('checkInStreak', { count: streak })
        : text('checkInHint', { bonus: number(total), count: days.length })}
      {isWaiting && ` · ${text('waiting')}`}
    </p>
  )
}

interface DayProps {
  day: CheckIn['days'][number]
  isToday: boolean
  text: RewardTranslate
}

const dayStates = { claimed: 'claimed', pending: 'waiting', today: undefined, ahead: undefined } as const

function CheckInDay({ day: { no, reward_bonus, status }, isToday, text }: DayProps) {
  const { number } = useTranslation()
  const state = dayStates[status]
  const name = [
    text('checkInDay', { no }),
    ...(isToday ? [text('checkInToday')] : []),
    text('plusCoins', { count: reward_bonus }),
    ...(state ? [text(state)] : [])
  ]
  return (
    <li data-status={status} data-today={isToday ? '' : undefined} aria-current={isToday ? 'date' : undefined}>
      <span className="visually-hidden">{name.join(', ')}</span>
      <span className="check-in-chip" aria-hidden="true">
        <b>+{number(reward_bonus)}</b>
        {status === 'claimed' ? (
          <RewardIcon name="done" />
        ) : status === 'pending' ? (
          <RewardIcon name="clock" />
        ) : (
          <Coin />
        )}
      </span>
      <span className="check-in-day" aria-hidden="true">
        {isToday ? text('checkInToday') : number(no)}
      </span>
    </li>
  )
}

/** The button stays after the check-in, so that it keeps the focus. */
function CheckInButton({ page, checkIn, text }: PartProps & { checkIn: CheckIn }) {
  const { number } = useTranslation()
  const { checkIns } = page
  const isBusy = useStore(checkIns.$isBusy)
  const paid = useStore(checkIns.$paid)
  const { days, today_no, is_checked_in: isDone } = checkIn
  const tomorrow = days[today_no % days.length]?.reward_bonus ?? 0
  const name = isDone ? text('checkInTomorrow', { bonus: number(tomorrow) }) : text('checkInNow')
  return (
    <span className="reward-claim check-in-claim">
      <button
        type="button"
        className={isDone ? 'reward-pill' : 'button primary'}
        aria-disabled={isDone || isBusy}
        aria-label={name}
        onClick={() => isDone || void checkIns.checkIn()}
      >
        {isBusy ? <i className="spinner-ring" /> : name}
      </button>
      {paid && isDone && <CoinAnimation key={paid.count} />}
    </span>
  )
}

export function useCheckInToast({ checkIns, texts }: RewardPage) {
  const { app } = useScope()
  const text = usePartText(texts)
  const paid = useStore(checkIns.$paid)
  const announced = useRef(paid)
  useEffect(() => {
    if (!paid || announced.current === paid) return
    announced.current = paid
    app.toasts.showText(text('plusCoins', { count: paid.bonus }))
  }, [app, text, paid])
}
