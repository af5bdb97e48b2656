import { atom, type ReadableAtom } from 'nanostores'
import type { VisitorLogin } from '../../contract/visitor.js'
import type { Environment } from './environment.js'
import type { Api } from './request/api.js'
import { BusinessError, RequestError } from './request/request-error.js'

/** Fixed by the specification. */
export const TOKEN_KEY = 'firstui_m_token'
export const SECOND_TOKEN_KEY = 'drama_xx_token'
const LOGOUT_DELAY = 500
const GUARD_WINDOW = 60_000
const GUARD_LIMIT = 2
/** Characters that the contract takes. */
const LANDING_LIMIT = 4096
const REFERRER_LIMIT = 2048

export type SessionState = { state: 'starting' } | { state: 'ready' } | { state: 'failed' } | { state: 'looping' }

export interface Session {
  $session: ReadableAtom<SessionState>
  /** Signs a visitor in where no token is stored; false when no token came. `want` as in visitor_login. */
  start(want?: string): Promise<boolean>
  /** Resolves when calls may be made; rejects with what the sign-in failed of. */
  whenReady(): Promise<void>
  token(): string | undefined
  isLogin(): boolean
  /** Answer to a 999 for a call made with `token`: one logout, however many answers carry it. */
  forceLogout(token: string): void
}

export interface SessionOptions {
  environment: Environment
  api(): Api
  lpid: string | undefined
  onVisit(login: VisitorLogin): void
  /** The 500 ms after a forced logout are over. */
  onForcedLogout(): void
}

export function createSession({ environment, api, lpid, onVisit, onForcedLogout }: SessionOptions): Session {
  const { storage, clock } = environment
  const $session = atom<SessionState>({ state: 'starting' })
  const logouts: number[] = []
  let running: Promise<boolean> | undefined
  let failure: unknown

  /** Anything that could not go into a header is no token of ours. */
  const token = () => /^[\x21-\x7e]+$/.exec(storage.get(TOKEN_KEY) ?? '')?.[0]

  async function signIn(want: string | undefined): Promise<boolean> {
    // Advertising adds long parameters: what does not fit is cut off, the visitor must land.
    const landing_url = environment.page.url.slice(0, LANDING_LIMIT)
    const referrer = environment.page.referrer.slice(0, REFERRER_LIMIT)
    const login = await api().post('/index/visitor_login', { lpid, want, landing_url, referrer })
    if (!login?.token) {
      environment.log.error('no token obtained')
      return false
    }
    storage.set(TOKEN_KEY, login.token)
    onVisit(login)
    return true
  }

  function start(want?: string): Promise<boolean> {
    $session.set({ state: 'starting' })
    failure = undefined
    // Two elements of one page take turns: the second finds the token of the first.
    running = environment
      .takeTurn('drama sign-in', async () => token() !== undefined || signIn(want))
      .then(
        succeeded => {
          $session.set({ state: succeeded ? 'ready' : 'failed' })
          return succeeded
        },
        error => {
          failure = error
          const isEnd = error instanceof RequestError && error.kind === 'abort'
          if (!isEnd) environment.log.error('no token obtained', error)
          $session.set({ state: 'failed' })
          return false
        }
      )
    return running
  }

  function forceLogout(usedToken: string) {
    if (usedToken !== (token() ?? '') || usedToken === '') return
    storage.remove(TOKEN_KEY)
    const now = clock.now()
    while (logouts[0] !== undefined && now - logouts[0] >= GUARD_WINDOW) logouts.shift()
    if (logouts.push(now) > GUARD_LIMIT) {
      running = Promise.resolve(false)
      $session.set({ state: 'looping' })
      return
    }
    $session.set({ state: 'starting' })
    running = new Promise(resolve => {
      clock.after(LOGOUT_DELAY, () => {
        onForcedLogout()
        resolve(start())
      })
    })
  }

  return {
    $session,
    start,
    token,
    forceLogout,
    isLogin: () => token() !== undefined,
    async whenReady() {
      if (!(await running)) throw failure ?? new BusinessError(999, 'no session', null)
    }
  }
}
