// The task of the day that is done by looking at Home: fifteen seconds of it in sight, which the server's clock must agree to.
import type { App } from '../app.js'
import { createPartMessages } from '../i18n/part-messages.js'
import { BusinessError } from '../request/request-error.js'
import { doneUntil, isHomeTaskDone, markHomeTaskDone } from './home-task-status.js'
import { rewardLanguages } from './messages.js'

const CODE = 'home_15s'
/** In ms; what is on its way is not counted by the server. */
const WANTED = 15_200
/** Who was refused does not ask again before then. */
const PAUSE = 3_600_000

/** Counts while Home is on screen, which ends with the signal, and the document can be seen. */
export function trackHomeTask(app: App, signal: AbortSignal): void {
  if (signal.aborted) return
  const { api, environment } = app
  const { clock, visibility } = environment
  let count: 'none' | 'asking' | { nonce: string } = 'none'
  let seen = 0
  let since: number | undefined
  let cancel = () => {}

  async function begin() {
    count = 'asking'
    try {
      const { nonce } = await api.post('/task/start', { code: CODE }, { isQuiet: true })
      count = { nonce }
      update()
    } catch (error) {
      if (error instanceof BusinessError) doneUntil(app, clock.now() + PAUSE)
    }
  }

  async function finish(nonce: string) {
    pause()
    count = 'asking'
    // What another tab has begun meanwhile is its to finish.
    const { status, progress_s } = await report(nonce)
    if (status === 'doing') {
      // Midnight came between: what was seen before belongs to the day before.
      count = { nonce }
      seen = progress_s * 1000
      return update()
    }
    stop()
    // Once a day: until when it is done, and what it brings.
    const { tasks } = await api.get('/reward/index', {}, { isQuiet: true })
    markHomeTaskDone(app, tasks)
    const task = tasks.find(({ code }) => code === CODE)
    if (status === 'done' && task) await tell(task.reward_bonus)
  }

  async function report(nonce: string) {
    try {
      return await api.post('/task/report', { code: CODE, nonce }, { isQuiet: true })
    } catch (error) {
      stop()
      throw error
    }
  }

  async function tell(bonus: number) {
    const texts = createPartMessages(rewardLanguages, app.i18n, signal)
    await texts.load()
    const text = texts.$text.get()
    if (!signal.aborted && text) app.toasts.showText(text('homeTaskDone', { bonus }))
  }

  function pause() {
    cancel()
    if (since !== undefined) seen += clock.now() - since
    since = undefined
  }

  function stop() {
    pause()
    lifetime.abort()
  }

  function update() {
    pause()
    if (lifetime.signal.aborted || !visibility.isVisible() || isHomeTaskDone(app, clock.now())) return
    if (count === 'none') return void begin()
    if (count === 'asking') return
    const { nonce } = count
    since = clock.now()
    cancel = clock.setTimer(Math.max(0, WANTED - seen), () => void finish(nonce).catch(() => undefined))
  }

  const lifetime = new AbortController()
  signal.addEventListener('abort', stop)
  const forget = app.session.$change.listen(() => {
    forget()
    stop()
    trackHomeTask(app, signal)
  })
  signal.addEventListener('abort', forget)
  visibility.onChange(update, lifetime.signal)
  update()
}
