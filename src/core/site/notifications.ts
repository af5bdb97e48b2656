// Notifications of new episodes, which only the standalone site has.
import { atom, type ReadableAtom } from 'nanostores'
import type { App } from '../app.js'
import type { SitePush } from '../environment.js'
import { createSiteTexts } from './messages.js'

/** Value: `on`, or `off` if the viewer said no, which is the end of questions. */
const CHOICE_KEY = 'drama_push'

export interface Notifications {
  $isOn: ReadableAtom<boolean>
  /** Asks the viewer who has kept a running drama. Asks once per browser. */
  offer(dramaId: string): Promise<void>
  /** Call it within a tap, because it may ask for the browser's permission. */
  turnOn(): Promise<void>
  turnOff(): Promise<void>
  /** Repeats the subscription for the present viewer and language, if notifications are on. */
  renew(): Promise<void>
}

const created = new WeakMap<App, Notifications>()

/** Undefined outside of the standalone site, and where the browser has no Web Push. */
export function getOrCreateNotifications(app: App): Notifications | undefined {
  const push = app.environment.site()?.push
  if (!push) return undefined
  const notifications = created.get(app) ?? createNotifications(app, push)
  created.set(app, notifications)
  return notifications
}

function createNotifications(app: App, push: SitePush): Notifications {
  const { api, environment, modals, toasts, signal } = app
  const { storage } = environment
  const texts = createSiteTexts(app.i18n, signal)
  const readIsOn = () => storage.get(CHOICE_KEY) === 'on' && push.permission() === 'granted'
  const $isOn = atom(readIsOn())
  let isAsking = false
  let runningSubscription: Promise<unknown> = Promise.resolve()
  let turnedOffCount = 0

  const canAsk = () => !isAsking && storage.get(CHOICE_KEY) !== 'off' && push.permission() !== 'denied'

  function remember(choice: 'on' | 'off') {
    storage.set(CHOICE_KEY, choice)
    $isOn.set(readIsOn())
  }

  async function sendSubscription() {
    const countBefore = turnedOffCount
    const { public_key } = await api.get('/push/index', {}, { isQuiet: true })
    await api.post('/push/subscribe', await push.subscribe(public_key), { isQuiet: true })
    if (turnedOffCount === countBefore) remember('on')
  }

  function subscribe(): Promise<void> {
    const subscription = sendSubscription()
    runningSubscription = subscription.catch(() => undefined)
    return subscription
  }

  async function askPermission(): Promise<boolean> {
    const isGranted = (await push.askPermission()) === 'granted'
    if (!isGranted) remember('off')
    return isGranted
  }

  async function say(key: 'turnedOn' | 'blocked') {
    await texts.load()
    toasts.showText(texts.$text.get()?.(key) ?? '')
  }

  async function turnOn() {
    if (!(await askPermission())) return say('blocked')
    await subscribe()
    return say('turnedOn')
  }

  return {
    $isOn,
    async offer(dramaId) {
      if (!canAsk()) return
      const { drama } = await api.get('/drama/detail', { drama_id: dramaId }, { isQuiet: true })
      if (drama.is_finished) return
      await texts.load()
      const text = texts.$text.get()
      // The viewer may have answered for another drama meanwhile.
      if (!text || !canAsk()) return
      if (push.permission() === 'granted') return subscribe()
      isAsking = true
      const answer = await modals.show({
        title: text('offerTitle'),
        content: text('offerText', { title: drama.title }),
        cancelText: text('offerNo'),
        confirmText: text('offerYes')
      })
      isAsking = false
      if (signal.aborted) return
      if (!answer.confirm) return remember('off')
      if (!(await askPermission())) return
      await subscribe()
      await say('turnedOn')
    },
    turnOn,
    async turnOff() {
      turnedOffCount += 1
      remember('off')
      // A subscription that is under way, such as a renewal, would come after the end of it.
      await runningSubscription
      const endpoint = await push.unsubscribe()
      if (endpoint !== undefined) await api.post('/push/unsubscribe', { endpoint }, { isQuiet: true })
    },
    renew: async () => (readIsOn() ? subscribe() : undefined)
  }
}
