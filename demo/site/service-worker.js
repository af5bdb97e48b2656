// Answers only for the standalone site: its page, its code, covers, and the last Home, which is the same for everybody.
// Everything else goes to the network as if this file did not exist, above all money, films and the embed's pages.
const cacheNames = { pages: 'site-pages', files: 'site-files', covers: 'site-covers', home: 'site-home' }
const MAX_FILES = 150
const MAX_COVERS = 90
const HOME_MAX_AGE_MS = 10 * 60_000
const OFFLINE_PAGE = '/offline.html'
const ENTRY = '/drama-app.js'
const HOME_PATHS = ['/', '/pages/index/index']

self.addEventListener('install', event => {
  // Browsers that know it do not even start this file for these.
  const toNetwork = condition => ({ condition, source: 'network' })
  const routes = [{ requestMethod: 'POST' }, { urlPattern: { pathname: '/m/*' } }]
  event.addRoutes?.(routes.map(toNetwork)).catch(() => undefined)
  event.waitUntil(Promise.all([keepShell(), self.skipWaiting()]))
})

async function keepShell() {
  const pages = await caches.open(cacheNames.pages)
  await pages.addAll([OFFLINE_PAGE, '/'])
}

self.addEventListener('activate', event => event.waitUntil(Promise.all([startPreloading(), self.clients.claim()])))

/** The page is requested while this file starts, so that the start costs no time. */
const startPreloading = async () => self.registration.navigationPreload?.enable()

self.addEventListener('fetch', event => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    const isOwn = isSitePath(url.pathname)
    isSiteClient.set(event.resultingClientId, isOwn)
    if (isOwn) event.respondWith(answerPage(event, url))
    return
  }
  const answer = findAnswer(url)
  if (!answer || isSiteClient.get(event.clientId) === false) return
  event.respondWith(isOfSite(event).then(isOwn => (isOwn ? answer(event, url) : fetch(request))))
})

/** Ids of clients whose page was requested since this file started. The browser may end and start it at any time. */
const isSiteClient = new Map()

const isSitePath = path => path === '/' || path.startsWith('/pages/')

/** The embed's pages of the same origin share the addresses of code and covers, but nothing of this cache. */
async function isOfSite({ clientId }) {
  if (isSiteClient.get(clientId)) return true
  const client = await self.clients.get(clientId)
  return client !== undefined && isSitePath(new URL(client.url).pathname)
}

function findAnswer({ pathname, searchParams }) {
  if (pathname.startsWith('/chunks/')) return (event, url) => answerUnchanging(event, url, cacheNames.files, MAX_FILES)
  if (pathname.startsWith('/covers/'))
    return (event, url) => answerUnchanging(event, url, cacheNames.covers, MAX_COVERS)
  if (isChangingFile(pathname)) return answerFile
  // Later pages of Home have a cursor.
  if (pathname === '/index/home' && [...searchParams.keys()].every(name => name === 'lang')) return answerHome
  return undefined
}

const isChangingFile = path => [ENTRY, '/site.js'].includes(path) || path.startsWith('/icons/')

async function answerPage(event, url) {
  try {
    const preloaded = await event.preloadResponse
    // Firefox answers a failed preload with an error response: https://github.com/GoogleChrome/workbox/issues/3134
    const response = preloaded && preloaded.type !== 'error' ? preloaded : await fetch(event.request)
    // Pages of dramas have their own titles and pictures.
    const isPlain = [...url.searchParams.keys()].every(name => name === 'lang')
    if (HOME_PATHS.includes(url.pathname) && isPlain)
      event.waitUntil(store(cacheNames.pages, toPageKey(url), response.clone()))
    return response
  } catch {
    const hasCode = await caches.match(ENTRY)
    const shell = hasCode && ((await caches.match(toPageKey(url))) ?? (await caches.match('/')))
    return shell || (await caches.match(OFFLINE_PAGE)) || Response.error()
  }
}

function toPageKey({ searchParams }) {
  const lang = searchParams.get('lang')
  return lang === null ? '/' : `/?lang=${encodeURIComponent(lang)}`
}

/** A new version is never held up by the stored one. */
async function answerFile(event, { pathname }) {
  try {
    const response = await fetch(event.request)
    event.waitUntil(store(cacheNames.files, pathname, response.clone(), MAX_FILES))
    return response
  } catch (error) {
    return findStored(pathname, error)
  }
}

/** For names that contain a hash of the content. */
async function answerUnchanging(event, { pathname }, name, max) {
  const stored = await caches.match(pathname)
  if (stored) return stored
  const response = await fetch(event.request)
  event.waitUntil(store(name, pathname, response.clone(), max))
  return response
}

async function answerHome(event, url) {
  try {
    const response = await fetch(event.request)
    event.waitUntil(keepHome(url.searchParams.get('lang') ?? 'pt'))
    return response
  } catch (error) {
    const [last] = (await (await caches.open(cacheNames.home)).keys()).reverse()
    return findStored(toHomeKey(url.searchParams.get('lang') ?? 'pt'), error, last)
  }
}

const toHomeKey = lang => `/index/home?lang=${encodeURIComponent(lang)}`

/** Asks without the viewer's token, so that nothing of a viewer is stored. */
async function keepHome(lang) {
  const key = toHomeKey(lang)
  const stored = await caches.match(key)
  const age = Date.now() - Date.parse(stored?.headers.get('Date') ?? '')
  if (age < HOME_MAX_AGE_MS) return
  const response = await fetch(key, { credentials: 'omit' }).catch(() => undefined)
  if (response) await store(cacheNames.home, key, response)
}

async function findStored(key, error, other) {
  const stored = (await caches.match(key)) ?? (other && (await caches.match(other)))
  if (!stored) throw error
  return stored
}

async function store(name, key, response, max) {
  if (response.status !== 200 || response.type !== 'basic') return
  const cache = await caches.open(name)
  await cache.put(key, response)
  if (max === undefined) return
  const keys = await cache.keys()
  await Promise.all(keys.slice(0, Math.max(0, keys.length - max)).map(old => cache.delete(old)))
}

self.addEventListener('message', event => {
  const { type, files = [], lang } = event.data ?? {}
  if (type === 'keep') event.waitUntil(keepLoaded(files, lang))
})

/** Stores what the page has loaded before this file ran. The browser's own cache still has it. */
async function keepLoaded(files, lang) {
  const paths = files.map(file => new URL(file)).filter(({ origin }) => origin === self.location.origin)
  const groups = [
    [cacheNames.files, MAX_FILES, path => path.startsWith('/chunks/') || isChangingFile(path)],
    [cacheNames.covers, MAX_COVERS, path => path.startsWith('/covers/')]
  ]
  await keepHome(lang)
  for (const [name, max, belongs] of groups) {
    for (const path of new Set(paths.map(({ pathname }) => pathname).filter(belongs))) {
      if (await caches.match(path)) continue
      const response = await fetch(path).catch(() => undefined)
      if (response) await store(name, path, response, max)
    }
  }
}

self.addEventListener('push', event => event.waitUntil(showNotification(event.data)))

async function showNotification(data) {
  // `createNotification` in server/modules/push writes it.
  const { title, body, icon, url, tag } = data.json()
  await self.registration.showNotification(title, { body, icon, tag, badge: '/icons/badge-96.png', data: { url } })
}

self.addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(openSite(event.notification.data.url))
})

async function openSite(url) {
  const windows = await self.clients.matchAll({ type: 'window' })
  const open = windows.find(client => isSitePath(new URL(client.url).pathname))
  if (!open) return self.clients.openWindow(url)
  await open.focus()
  return open.navigate(url)
}
