import { atom, type ReadableAtom } from 'nanostores'
import type { VisitorLogin } from '../../contract/visitor.js'
import type { Environment } from './environment.js'
import type { Api } from './request/api.js'
import { BusinessError, RequestError } from './request/request-error.js'

/** Fixed by the specification. */
export const TOKEN_KEY = 'firstui_m_token'
export const SECOND_TOKEN_KEY = 'drama_xx_token'
const LOGOUT_DELAY = 500
/** What the apps of an origin tell each other; a logout names the token that is no more. */
const SIGNED_IN = 'signed-in'
const SIGNED_OUT = 'signed-out '
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
  /**
   * Answer to a 999 for a call made with `token`: one logout, however many answers carry it. `again`: another token
   * has taken its place, the call may be repeated; `ended`: the app is on its way to the entry page; `refused`: the
   * server refuses every session, or the call had none.
   */
  forceLogout(token: string): 'again' | 'ended' | 'refused'
}

export interface SessionOptions {
  environment: Environment
  api(): Api
  lpid: string | undefined
  /** Said to the log when a sign-in brings no token. */
  errorText: string
  /** A visitor was signed in; `want` is what the sign-in was asked to bring along. */
  onVisit(visitor: VisitorLogin, want: string | undefined): void
  /** The server answered a sign-in, and gave no token. */
  onRefused(): void
  /** The 500 ms after a forced logout are over. */
  onForcedLogout(): void
}

export function createSession(options: SessionOptions): Session {
  const { environment, api, lpid, errorText, onVisit, onRefused, onForcedLogout } = options
  const { storage, clock, broadcast } = environment
  const $session = atom<SessionState>({ state: 'starting' })
  const logouts: number[] = []
  let running: Promise<boolean> | undefined
  let isLeaving = false
  let failure: unknown

  /** Anything that could not go into a header is no token of ours. */
  const token = () => /^[\x21-\x7e]+$/.exec(storage.get(TOKEN_KEY) ?? '')?.[0]

  function login(accepted: string) {
    storage.set(TOKEN_KEY, accepted)
    broadcast.post(SIGNED_IN)
  }

  function logout(refused: string) {
    storage.remove(TOKEN_KEY)
    broadcast.post(SIGNED_OUT + refused)
  }

  async function signIn(want: string | undefined): Promise<boolean> {
    // Advertising adds long parameters: what does not fit is cut off, the visitor must land.
    const landing_url = environment.page.url.slice(0, LANDING_LIMIT)
    const referrer = environment.page.referrer.slice(0, REFERRER_LIMIT)
    const visitor = await api().post('/index/visitor_login', { lpid, want, landing_url, referrer })
    if (!visitor?.token) {
      environment.log.error(errorText)
      onRefused()
      return false
    }
    login(visitor.token)
    onVisit(visitor, want)
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
          if (!isEnd) environment.log.error(errorText, error)
          if (error instanceof BusinessError) onRefused()
          $session.set({ state: 'failed' })
          return false
        }
      )
    return running
  }

  function forceLogout(usedToken: string) {
    const current = token()
    if (usedToken === '') return 'refused'
    if (current !== undefined && current !== usedToken) return 'again'
    if ($session.get().state === 'looping') return 'refused'
    if (current === undefined) {
      leave()
      return 'ended'
    }
    logout(usedToken)
    const now = clock.now()
    while (logouts[0] !== undefined && now - logouts[0] >= GUARD_WINDOW) logouts.shift()
    if (logouts.push(now) > GUARD_LIMIT) {
      running = Promise.resolve(false)
      $session.set({ state: 'looping' })
      return 'refused'
    }
    leave()
    return 'ended'
  }

  /** To the entry page after the specified wait, signed in anew; once, however many ask for it. */
  function leave() {
    if (isLeaving) return
    isLeaving = true
    $session.set({ state: 'starting' })
    running = new Promise(resolve => {
      clock.after(LOGOUT_DELAY, () => {
        isLeaving = false
        onForcedLogout()
        resolve(start('home'))
      })
    })
  }

  broadcast.listen(message => {
    const { state } = $session.get()
    if (message === SIGNED_IN && state === 'failed' && token() !== undefined) void start()
    if (typeof message !== 'string' || !message.startsWith(SIGNED_OUT) || state !== 'ready') return
    // The other tab's storage may be seen later than its word; where storage is each tab's own, its session is none of ours.
    if (token() === message.slice(SIGNED_OUT.length)) storage.remove(TOKEN_KEY)
    if (token() === undefined) leave()
  })

  return {
    $session,
    start,
    token,
    forceLogout,
    isLogin: () => token() !== undefined,
    async whenReady() {
      // Somebody has emptied the storage: a call without a session would be refused.
      if ($session.get().state === 'ready' && token() === undefined) void start()
      if (!(await running)) throw failure ?? new BusinessError(999, 'no session', null)
    }
  }
}
