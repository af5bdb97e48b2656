import type { UserInfo } from '../../../contract/user.js'
import type { App } from '../app.js'
import { createLoader, type Loader } from '../loading/loadable.js'

/** What the server says of the viewer, with what is just being saved shown over it. */
export interface UserInfoStore {
  info: Loader<UserInfo>
  /**
   * Shows a part at once and saves it, one after the other, with what the server made of it. What was not taken goes
   * back and the viewer is told: then false. Never rejects.
   */
  change(part: Partial<UserInfo>, save: () => Promise<Partial<UserInfo>>): Promise<boolean>
  /** Something was saved by another way. */
  patch(part: Partial<UserInfo>): void
  /** Coins have moved: what is left shows here and in the other tabs. */
  patchBalance(balance: UserInfo['balance']): void
  /** Asks again; what comes of it decides, and silence changes nothing. */
  refresh(): Promise<void>
  /** The server's time, epoch ms. */
  now(): number
}

/** Hears of other tabs until the signal. `isQuiet`: a failure of the first answer is nobody's business but the asker's. */
export function createUserInfo(
  { api, showError, environment }: App,
  signal: AbortSignal,
  isQuiet = false
): UserInfoStore {
  const { clock, broadcast, storage } = environment
  let pendingPatch: UserInfo | undefined
  let queuedChange: Partial<UserInfo> = {}
  let saves = 0
  let ahead = 0
  let last: Promise<unknown> = Promise.resolve()

  async function read(isQuiet: boolean): Promise<UserInfo> {
    const before = saves
    const fresh = await api.get('/user/info', {}, { isQuiet })
    // It may have left the server before what was saved meanwhile.
    if (before !== saves) return read(isQuiet)
    pendingPatch = fresh
    ahead = fresh.server_time - clock.now()
    return { ...fresh, ...queuedChange }
  }

  const info = createLoader(() => read(isQuiet))
  const isReady = () => info.$loadable.get().state === 'ready'
  const show = () => pendingPatch && isReady() && info.set({ ...pendingPatch, ...queuedChange })

  async function catchUp() {
    if (!isReady()) return
    const fresh = await read(true).catch(() => undefined)
    if (fresh) info.set(fresh)
  }

  function note(part: Partial<UserInfo>) {
    saves++
    if (pendingPatch) pendingPatch = { ...pendingPatch, ...part }
    show()
  }

  broadcast.listen(message => {
    const { balance } = Object(message)
    // Without storage every app has a visitor of its own.
    if (balance && storage.isPersistent()) note({ balance })
  }, signal)

  return {
    info,
    patch: note,
    patchBalance(balance) {
      note({ balance })
      broadcast.post({ balance })
    },
    refresh: catchUp,
    now: () => clock.now() + ahead,
    async change(part, save) {
      queuedChange = { ...queuedChange, ...part }
      show()
      const turn = last.then(save, save)
      last = turn
      const saved = await turn.catch(error => void showError(error))
      // A newer wish for the same has the say over what is shown.
      const isStill = ([name, value]: [string, unknown]) => part[name as keyof UserInfo] !== value
      queuedChange = Object.fromEntries(Object.entries(queuedChange).filter(isStill))
      note(saved ?? {})
      // No answer does not mean that nothing was saved.
      if (!saved) void catchUp()
      return saved !== undefined
    }
  }
}
