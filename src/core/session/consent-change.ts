// What follows from a change of mind; fetched when there is one.
import type { App } from '../app.js'
import { askAgain, mayComeYet } from '../request/retry.js'
import { isAllowed } from './consent.js'
import type { NativeStorage, OwnStorage } from './consented-storage.js'
import { DEVICE_KEY } from './device-record.js'
import { describeVisitor, SIGN_IN, TOKEN_KEY } from './visitor-sign-in.js'

const OURS = /^(firstui_m_token$|drama_)/
const SETTINGS = /^drama_(lang|muted|captions|caption_size|caption_ground|rate|quality|clean)$/
/** Between tries to tell the server, in ms. */
const PAUSES = [2000, 10_000, 60_000, 300_000]

/**
 * The viewer has said yes while the app runs: what it has held in memory is kept, the server is told where they came
 * from, and the page that they have come. Who was here before is that visitor again: what the browser keeps of them is
 * never written over. Only where the visitor of now has something as well does that one go on in memory.
 */
export async function goOnKept(app: App, storage: OwnStorage, native: NativeStorage | undefined): Promise<void> {
  const { page } = app.environment
  await app.session.whenReady().catch(() => undefined)
  const isOther = keepsAnother(storage, native)
  const isStaying = isOther && (await hasSomething(app))
  if (!isAllowed(page) || app.signal.aborted) return
  storage.kept = native
  if (isOther && !isStaying) await becomeKept(app, storage)
  else keep(storage, key => !isOther || SETTINGS.test(key))
  tellServer(app)
  const visit = app.untoldVisit
  app.untoldVisit = undefined
  if (visit) app.emit('drama-visit', isOther && !isStaying ? { ...visit, is_new: false } : visit)
}

/** The viewer has said no: nothing of ours stays in the browser, unless another app of the origin uses it. */
export async function goOnUnkept(
  app: App | undefined,
  native: NativeStorage | undefined,
  isUsedElsewhere: () => Promise<boolean>
): Promise<void> {
  if (app) tellServer(app)
  if (await isUsedElsewhere()) return
  for (const key of keysOf(native)) if (OURS.test(key)) native?.removeItem(key)
}

function keysOf(native: NativeStorage | undefined): string[] {
  const keys = Array.from({ length: native?.length ?? 0 }, (_, index) => native?.key(index))
  return keys.filter(key => typeof key === 'string')
}

/** Whether the browser keeps another visitor than the one of now. */
function keepsAnother({ known }: OwnStorage, native: NativeStorage | undefined): boolean {
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
function keep(storage: OwnStorage, isWanted: (key: string) => boolean) {
  for (const [key, value] of [...storage.known]) if (isWanted(key)) storage.set(key, value)
}

async function becomeKept({ session, device }: App, storage: OwnStorage) {
  for (const key of storage.unkept) if (!SETTINGS.test(key)) storage.known.delete(key)
  storage.unkept.clear()
  keep(storage, key => SETTINGS.test(key))
  await device.secret()
  const isIn = session.token() !== undefined || (await session.start())
  if (isIn) session.replace(session.token())
}

/** What is being told of each app: one after the other, or an older answer could reach the server last and stay. */
const telling = new WeakMap<App, Promise<unknown>>()

/** Nobody waits for it; it is tried again for some minutes, each time with the answer of that moment. */
function tellServer(app: App) {
  const { environment, connection, options, device } = app
  const { clock, page } = environment
  const tell = async () => {
    const device_secret = await device.secret()
    const told = describeVisitor(page, { lpid: options.lpid, device_secret, want: undefined })
    return connection.direct.post(SIGN_IN, told, { isQuiet: true, keepalive: true })
  }
  const before = telling.get(app) ?? Promise.resolve()
  const told = before.then(() => askAgain(clock, PAUSES, mayComeYet, tell)).catch(() => undefined)
  telling.set(app, told)
}
