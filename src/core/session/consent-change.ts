// Loaded when the viewer changes the consent.
import type { App } from '../app.js'
import { isRetryable, retry } from '../request/retry.js'
import { hasConsent } from './consent.js'
import type { BrowserStorage, ConsentedStorage } from './consented-storage.js'
import { DEVICE_KEY } from './device-record.js'
import { TOKEN_KEY, VISITOR_LOGIN_PATH, visitorLoginBody } from './visitor-login-request.js'

const STORAGE_PREFIXES = /^(firstui_m_token$|drama_)/
const SETTINGS = /^drama_(lang|muted|captions|caption_size|caption_ground|rate|quality|clean)$/
const RETRY_DELAYS_MS = [2000, 10_000, 60_000, 300_000]

/**
 * Moves the values kept in memory to the browser's storage, but never overwrites another visitor there. That visitor
 * signs in again, unless the current visitor would lose coins, a pass or unlocks.
 */
export async function applyConsentGranted(
  app: App,
  storage: ConsentedStorage,
  native: BrowserStorage | undefined
): Promise<void> {
  const { page } = app.environment
  await app.session.whenReady().catch(() => undefined)
  const hasOtherVisitor = hasOtherStoredDevice(storage, native)
  const isKeptInMemory = hasOtherVisitor && (await hasCoinsOrUnlocks(app))
  if (!hasConsent(page) || app.signal.aborted) return
  storage.persistent = native
  if (hasOtherVisitor && !isKeptInMemory) await adoptStoredVisitor(app, storage)
  else persist(storage, key => !hasOtherVisitor || SETTINGS.test(key))
  sendConsent(app)
  app.visit.announce(hasOtherVisitor && !isKeptInMemory ? false : undefined)
}

export async function applyConsentDenied(
  app: App | undefined,
  native: BrowserStorage | undefined,
  isUsedElsewhere: () => Promise<boolean>
): Promise<void> {
  if (app) sendConsent(app)
  if (await isUsedElsewhere()) return
  for (const key of keysOf(native)) if (STORAGE_PREFIXES.test(key)) native?.removeItem(key)
}

function keysOf(native: BrowserStorage | undefined): string[] {
  const keys = Array.from({ length: native?.length ?? 0 }, (_, index) => native?.key(index))
  return keys.filter(key => typeof key === 'string')
}

function hasOtherStoredDevice({ known }: ConsentedStorage, native: BrowserStorage | undefined): boolean {
  try {
    const token = native?.getItem(TOKEN_KEY)
    return token ? token !== known.get(TOKEN_KEY) : native?.getItem(DEVICE_KEY) != null
  } catch {
    return false
  }
}

/** True if the request fails, because a visitor with coins must not be replaced. */
async function hasCoinsOrUnlocks({ api, session }: App): Promise<boolean> {
  if (!session.token()) return false
  try {
    const { user, balance, has_unlocks, vip } = await api.get('/user/info', {}, { isQuiet: true })
    return user.kind === 'user' || balance.coins + balance.bonus > 0 || has_unlocks || vip.active
  } catch {
    return true
  }
}

function persist(storage: ConsentedStorage, isWanted: (key: string) => boolean) {
  for (const [key, value] of [...storage.known]) if (isWanted(key)) storage.set(key, value)
}

async function adoptStoredVisitor({ session, device }: App, storage: ConsentedStorage) {
  for (const key of storage.inMemory) if (!SETTINGS.test(key)) storage.known.delete(key)
  storage.inMemory.clear()
  persist(storage, key => SETTINGS.test(key))
  await device.secret()
  const isSignedIn = session.token() !== undefined || (await session.start())
  if (isSignedIn) session.replace(session.token())
}

/** Sends the current consent in the background, with retries, after the update before it. */
function sendConsent(app: App) {
  const { environment, connection, options, device, session } = app
  const { clock, page } = environment
  const send = async () => {
    const device_secret = await device.secret()
    const request = visitorLoginBody(page, { lpid: options.lpid, device_secret, want: undefined })
    return connection.direct.post(VISITOR_LOGIN_PATH, request, { isQuiet: true, keepalive: true })
  }
  const previousUpdate = session.consentUpdate ?? Promise.resolve()
  session.consentUpdate = previousUpdate
    .then(() => retry(clock, RETRY_DELAYS_MS, isRetryable, send))
    .catch(() => undefined)
}
