// What follows from a change of mind; fetched when there is one.
import type { App } from '../app.js'
import { isRetryable, retry } from '../request/retry.js'
import { hasConsent } from './consent.js'
import type { BrowserStorage, ConsentedStorage } from './consented-storage.js'
import { DEVICE_KEY } from './device-record.js'
import { TOKEN_KEY, VISITOR_LOGIN_PATH, visitorLoginBody } from './visitor-sign-in.js'

const STORAGE_PREFIXES = /^(firstui_m_token$|drama_)/
const SETTINGS = /^drama_(lang|muted|captions|caption_size|caption_ground|rate|quality|clean)$/
/** Between tries to tell the server, in ms. */
const PAUSES = [2000, 10_000, 60_000, 300_000]

/**
 * The viewer has said yes while the app runs: what it has held in memory is kept, the server is told where they came
 * from, and the page that they have come. Who was here before is that visitor again: what the browser keeps of them is
 * never written over. Only where the visitor of now has something as well does that one go on in memory.
 */
export async function applyConsentGranted(
  app: App,
  storage: ConsentedStorage,
  native: BrowserStorage | undefined
): Promise<void> {
  const { page } = app.environment
  await app.session.whenReady().catch(() => undefined)
  const isOther = hasOtherStoredDevice(storage, native)
  const isStaying = isOther && (await hasSomething(app))
  if (!hasConsent(page) || app.signal.aborted) return
  storage.persistent = native
  if (isOther && !isStaying) await persistSession(app, storage)
  else keep(storage, key => !isOther || SETTINGS.test(key))
  sendConsent(app)
  app.visit.announce(isOther && !isStaying ? false : undefined)
}

/** The viewer has said no: nothing of ours stays in the browser, unless another app of the origin uses it. */
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

/** Whether the browser keeps another visitor than the one of now. */
function hasOtherStoredDevice({ known }: ConsentedStorage, native: BrowserStorage | undefined): boolean {
  try {
    const token = native?.getItem(TOKEN_KEY)
    return token ? token !== known.get(TOKEN_KEY) : native?.getItem(DEVICE_KEY) != null
  } catch {
    return false
  }
}

/** Whether the visitor of now would lose anything; who does not know must not risk it. */
async function hasSomething({ api, session }: App): Promise<boolean> {
  if (!session.token()) return false
  try {
    const { user, balance, has_unlocks, vip } = await api.get('/user/info', {}, { isQuiet: true })
    return user.kind === 'user' || balance.coins + balance.bonus > 0 || has_unlocks || vip.active
  } catch {
    return true
  }
}

/** Writes what was known in memory alone; what is not wanted stays there. */
function keep(storage: ConsentedStorage, isWanted: (key: string) => boolean) {
  for (const [key, value] of [...storage.known]) if (isWanted(key)) storage.set(key, value)
}

async function persistSession({ session, device }: App, storage: ConsentedStorage) {
  for (const key of storage.inMemory) if (!SETTINGS.test(key)) storage.known.delete(key)
  storage.inMemory.clear()
  keep(storage, key => SETTINGS.test(key))
  await device.secret()
  const isIn = session.token() !== undefined || (await session.start())
  if (isIn) session.replace(session.token())
}

/** Sends the current consent in the background, with retries, after the update before it. */
function sendConsent(app: App) {
  const { environment, connection, options, device, session } = app
  const { clock, page } = environment
  const tell = async () => {
    const device_secret = await device.secret()
    const told = visitorLoginBody(page, { lpid: options.lpid, device_secret, want: undefined })
    return connection.direct.post(VISITOR_LOGIN_PATH, told, { isQuiet: true, keepalive: true })
  }
  const before = session.consentUpdate ?? Promise.resolve()
  session.consentUpdate = before.then(() => retry(clock, PAUSES, isRetryable, tell)).catch(() => undefined)
}
