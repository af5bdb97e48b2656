import type { App } from '../app.js'
import { createPartMessages } from '../i18n/part-messages.js'
import { BusinessError } from '../request/request-error.js'
import { isHomeTaskDone, markHomeTaskDone, storeHomeTaskDoneUntil } from './home-task-status.js'
import { rewardMessageLoaders } from './messages.js'

const CODE = 'home_15s'
/** Above the 15 seconds of the task, because the server does not count the time of a request. */
const REQUIRED_MS = 15_200
const REFUSED_PAUSE_MS = 3_600_000

export function trackHomeTask(app: App, signal: AbortSignal): void {
  if (signal.aborted) return
  const { api, environment } = app
  const { clock, visibility } = environment
  let attempt: 'none' | 'pending' | { nonce: string } = 'none'
  let seenMs = 0
  let visibleSince: number | undefined
  let cancelTimer = () => {}

  async function startTask() {
    attempt = 'pending'
    try {
      const { nonce } = await api.post('/task/start', { code: CODE }, { isQuiet: true })
      attempt = { nonce }
      update()
    } catch (error) {
      if (error instanceof BusinessError) return storeHomeTaskDoneUntil(app, clock.now() + REFUSED_PAUSE_MS)
      attempt = 'none'
      retryLater()
    }
  }

  async function finishTask(nonce: string) {
    pause()
    attempt = 'pending'
    const { status, progress_s } = await reportTask(nonce)
    if (status === 'doing') {
      // A new task has begun at midnight, so the seconds of the day before do not count.
      attempt = { nonce }
      seenMs = progress_s * 1000
      return update()
    }
    stop()
    const { tasks } = await api.get('/reward/index', {}, { isQuiet: true })
    markHomeTaskDone(app, tasks)
    const task = tasks.find(({ code }) => code === CODE)
    if (status === 'done' && task) await showDone(task.reward_bonus)
  }

  async function reportTask(nonce: string) {
    try {
      return await api.post('/task/report', { code: CODE, nonce }, { isQuiet: true })
    } catch (error) {
      // The task has ended, or another tab has restarted it and reports it.
      if (error instanceof BusinessError) stop()
      else {
        attempt = { nonce }
        retryLater()
      }
      throw error
    }
  }

  function retryLater() {
    cancelTimer()
    cancelTimer = clock.setTimer(REQUIRED_MS, update)
  }

  async function showDone(bonus: number) {
    const texts = createPartMessages(rewardMessageLoaders, app.i18n, signal)
    await texts.load()
    const text = texts.$text.get()
    if (!signal.aborted && text) app.toasts.showText(text('homeTaskDone', { bonus }))
  }

  function pause() {
    cancelTimer()
    if (visibleSince !== undefined) seenMs += clock.now() - visibleSince
    visibleSince = undefined
  }

  function stop() {
    pause()
    lifetime.abort()
  }

  function update() {
    pause()
    if (lifetime.signal.aborted || !visibility.isVisible() || isHomeTaskDone(app, clock.now())) return
    if (attempt === 'none') return void startTask()
    if (attempt === 'pending') return
    const { nonce } = attempt
    visibleSince = clock.now()
    cancelTimer = clock.setTimer(Math.max(0, REQUIRED_MS - seenMs), () => void finishTask(nonce).catch(() => undefined))
  }

  const lifetime = new AbortController()
  signal.addEventListener('abort', stop)
  const unsubscribe = app.session.$change.listen(() => {
    unsubscribe()
    stop()
    trackHomeTask(app, signal)
  })
  signal.addEventListener('abort', unsubscribe)
  visibility.onChange(update, lifetime.signal)
  update()
}
