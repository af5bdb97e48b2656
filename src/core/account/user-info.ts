import type { UserInfo } from '../../../contract/user.js'
import type { App } from '../app.js'
import { createLoadable, type LoadableStore } from '../loading/loadable.js'

export interface UserInfoStore {
  info: LoadableStore<UserInfo>
  /**
   * Shows `part` at once and saves it after earlier changes. Resolves to false, with `part` reverted and the error
   * shown, if saving fails.
   */
  change(part: Partial<UserInfo>, save: () => Promise<Partial<UserInfo>>): Promise<boolean>
  patch(part: Partial<UserInfo>): void
  patchBalance(balance: UserInfo['balance']): void
  refresh(): Promise<void>
  /** Server time, epoch ms. */
  now(): number
}

export function createUserInfo(
  { api, showError, environment }: App,
  signal: AbortSignal,
  isQuiet = false
): UserInfoStore {
  const { clock, broadcast, storage } = environment
  let serverInfo: UserInfo | undefined
  let unsaved: Partial<UserInfo> = {}
  let saveCount = 0
  let clockOffset = 0
  let lastSave: Promise<unknown> = Promise.resolve()

  async function read(isQuiet: boolean): Promise<UserInfo> {
    const countBefore = saveCount
    const fresh = await api.get('/user/info', {}, { isQuiet })
    // This response may be older than a change that was saved meanwhile.
    if (countBefore !== saveCount) return read(isQuiet)
    serverInfo = fresh
    clockOffset = fresh.server_time - clock.now()
    return { ...fresh, ...unsaved }
  }

  const info = createLoadable(() => read(isQuiet))
  const isReady = () => info.$loadable.get().state === 'ready'
  const show = () => serverInfo && isReady() && info.set({ ...serverInfo, ...unsaved })

  async function refresh() {
    if (!isReady()) return
    const fresh = await read(true).catch(() => undefined)
    if (fresh) info.set(fresh)
  }

  function applySaved(part: Partial<UserInfo>) {
    saveCount++
    if (serverInfo) serverInfo = { ...serverInfo, ...part }
    show()
  }

  broadcast.listen(message => {
    const { balance } = Object(message)
    // Without storage, every app on the page has its own visitor.
    if (balance && storage.isPersistent()) applySaved({ balance })
  }, signal)

  return {
    info,
    patch: applySaved,
    patchBalance(balance) {
      applySaved({ balance })
      broadcast.post({ balance })
    },
    refresh,
    now: () => clock.now() + clockOffset,
    async change(part, save) {
      unsaved = { ...unsaved, ...part }
      show()
      const saving = lastSave.then(save, save)
      lastSave = saving
      const saved = await saving.catch(error => void showError(error))
      // A newer change to the same field wins over this response.
      const isNotPart = ([name, value]: [string, unknown]) => part[name as keyof UserInfo] !== value
      unsaved = Object.fromEntries(Object.entries(unsaved).filter(isNotPart))
      applySaved(saved ?? {})
      // The server may have saved the change although no response arrived.
      if (!saved) void refresh()
      return saved !== undefined
    }
  }
}
