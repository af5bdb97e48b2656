// What only the standalone site has: it can be installed, works offline and receives notifications of new episodes.
const app = document.querySelector('drama-app')
const consent = app.getAttribute('consent') ?? 'granted'
const isAllowed = consent === 'granted' && window.top === window && 'serviceWorker' in navigator
const site = { install: undefined, push: undefined }

if (isAllowed) {
  window.addEventListener('beforeinstallprompt', offerInstall)
  window.addEventListener('appinstalled', () => {
    site.install = undefined
  })
  if ('PushManager' in window && 'Notification' in window) site.push = createPush()
  // The app reads it when it needs it.
  window[Symbol.for('drama-site')] = site
  if (document.readyState === 'complete') whenIdle(start)
  else window.addEventListener('load', () => whenIdle(start), { once: true })
}

function offerInstall(event) {
  event.preventDefault()
  site.install = async () => {
    site.install = undefined
    await event.prompt()
  }
}

/** The first visit is shown before anything is stored. */
function whenIdle(task) {
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: 5000 })
  else setTimeout(task, 2000)
}

async function start() {
  try {
    await navigator.serviceWorker.register('/service-worker.js')
    await navigator.serviceWorker.ready
    const controller = await waitForController()
    keepEarlierFiles(controller)
  } catch (error) {
    console.info('the site works online only, because its service worker did not start', error)
  }
}

/**
 * The service worker did not see the requests before its first one. Some may still be under way, and in WebKit some begin
 * without it after it has become the controller.
 */
function keepEarlierFiles(controller) {
  let firstSeenAt = Infinity
  const keep = entries => {
    const seenAt = entries.filter(({ workerStart }) => workerStart > 0).map(({ startTime }) => startTime)
    firstSeenAt = Math.min(firstSeenAt, ...seenAt)
    const files = entries.filter(({ startTime }) => startTime < firstSeenAt).map(({ name }) => name)
    if (files.length) controller.postMessage({ type: 'keep', files, lang: readLanguage() })
  }
  new PerformanceObserver(list => keep(list.getEntries())).observe({ type: 'resource', buffered: true })
}

async function waitForController() {
  const { serviceWorker } = navigator
  if (!serviceWorker.controller) {
    await new Promise(resolve => serviceWorker.addEventListener('controllerchange', resolve, { once: true }))
  }
  return serviceWorker.controller
}

const wireCodes = { 'zh-hans': 'zh-cn', 'zh-hant': 'zh-tw' }

function readLanguage() {
  const tag = (readChosenLanguage() ?? app.getAttribute('lang') ?? 'pt').toLowerCase()
  return wireCodes[tag] ?? tag
}

function readChosenLanguage() {
  try {
    return localStorage.getItem('drama_lang')
  } catch {
    return null
  }
}

function createPush() {
  const findSubscription = async () => (await navigator.serviceWorker.ready).pushManager.getSubscription()
  return {
    permission: () => Notification.permission,
    askPermission: () => Notification.requestPermission(),
    async subscribe(publicKey) {
      const { pushManager } = await navigator.serviceWorker.ready
      const options = { userVisibleOnly: true, applicationServerKey: publicKey }
      const subscription = await pushManager.subscribe(options).catch(async error => {
        // The server has another key than when this browser subscribed.
        const old = await pushManager.getSubscription()
        if (!old) throw error
        await old.unsubscribe()
        return pushManager.subscribe(options)
      })
      const { endpoint, keys } = subscription.toJSON()
      return { endpoint, p256dh: keys.p256dh, auth: keys.auth }
    },
    async unsubscribe() {
      const subscription = await findSubscription()
      await subscription?.unsubscribe()
      return subscription?.endpoint
    }
  }
}
