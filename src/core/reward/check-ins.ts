import { atom, type ReadableAtom } from 'nanostores'
import type { CheckIn } from '../../../contract/check-in.js'
import type { App } from '../app.js'
import { createLoadable, type LoadableStore, readyValue } from '../loading/loadable.js'
import { BusinessError } from '../request/request-error.js'
import { isRetryable } from '../request/retry.js'
import { createShowRewardError } from './reward-errors.js'
import type { Rewards } from './rewards.js'

export interface CheckIns {
  index: LoadableStore<CheckIn>
  $isBusy: ReadableAtom<boolean>
  /** `count` grows with each check-in on this page. */
  $paid: ReadableAtom<{ bonus: number; count: number } | undefined>
  checkIn(): Promise<void>
  refreshQuietly(): Promise<void>
}

const RETRY_MS = 60_000
const TURNED_OFF = 4401
const ALREADY_CHECKED_IN = 4407

export function createCheckIns(app: App, rewards: Rewards): CheckIns {
  const { api, emit, environment } = app
  const showError = createShowRewardError(app, rewards.texts)
  const index = createLoadable<CheckIn>(async () => {
    const response = await api.get('/checkin/index', {}, { isQuiet: true })
    nextRefresh = response.ends_at
    return response
  })
  const $isBusy = atom(false)
  const $paid = atom<{ bonus: number; count: number } | undefined>()
  let nextRefresh = Number.POSITIVE_INFINITY

  const readShown = () => readyValue(index.$loadable.get())
  const refreshQuietly = () => index.refresh().catch(() => undefined)

  function announcePaid(bonus: number) {
    emit('drama-reward-claimed', { channel: 'task', bonus })
    $paid.set({ bonus, count: ($paid.get()?.count ?? 0) + 1 })
  }

  async function recover(error: unknown) {
    await Promise.all([rewards.refreshQuietly(), refreshQuietly()])
    const today = readShown()
    const isDone = today?.is_checked_in === true
    if (error instanceof BusinessError && error.code === ALREADY_CHECKED_IN && isDone) return
    const { status = 'ahead', reward_bonus = 0 } = today?.days[today.today_no - 1] ?? {}
    // The check-in succeeded and only its response was lost.
    if (isRetryable(error) && isDone) {
      if (status === 'claimed') announcePaid(reward_bonus)
    } else if (error instanceof BusinessError && error.code === TURNED_OFF) {
      app.toasts.showText(rewards.texts.$text.get()?.('notOffered') ?? '')
    } else showError(error)
  }

  rewards.signal.addEventListener(
    'abort',
    rewards.$now.listen(now => {
      if (now < nextRefresh) return
      nextRefresh = now + RETRY_MS
      void refreshQuietly()
    })
  )
  // The campaign says whether there are check-ins, and the visit of a returning viewer is recorded late.
  rewards.signal.addEventListener(
    'abort',
    app.visit.$visit.listen(({ state }) => {
      if (state === 'recorded') void refreshQuietly()
    })
  )
  environment.visibility.onChange(() => {
    if (environment.visibility.isVisible()) void refreshQuietly()
  }, rewards.signal)
  environment.onOnline(() => {
    if (index.$loadable.get().state === 'failed') void index.reload()
  }, rewards.signal)
  return {
    index,
    $isBusy,
    $paid,
    refreshQuietly,
    async checkIn() {
      if ($isBusy.get()) return
      $isBusy.set(true)
      try {
        const { reward_bonus, balance, check_in } = await api.post('/checkin/claim', {}, { isQuiet: true })
        const bonus = check_in.days[check_in.today_no - 1]?.reward_bonus ?? 0
        index.set(check_in)
        rewards.patch(reward_bonus > 0 ? { earned: reward_bonus } : { pending: bonus })
        environment.broadcast.post({ balance })
        if (reward_bonus > 0) announcePaid(reward_bonus)
      } catch (error) {
        await recover(error)
      } finally {
        $isBusy.set(false)
      }
    }
  }
}
