import { atom, type ReadableAtom } from 'nanostores'
import type { RequestOf } from '../../../contract/index.js'
import type { VisitorLogin } from '../../../contract/visitor.js'
import type { Environment } from '../environment.js'
import type { Api } from '../request/api.js'
import { BusinessError, RequestError } from '../request/request-error.js'
import type { SentRequest } from '../request/sent-request.js'
import { readToken, TOKEN_KEY, VISITOR_LOGIN_PATH, visitorLoginBody } from './visitor-sign-in.js'

const LOGOUT_DELAY_MS = 500
/** What the apps of an origin tell each other; a logout names the token that is no more, a change that and the new one. */
const SIGNED_IN = 'signed-in'
const SIGNED_OUT = 'signed-out'
const CHANGED = 'changed'
export const SESSION_LOCK = 'drama sign-in'
const LOOP_WINDOW_MS = 60_000
const LOOP_MAX_LOGINS = 2

export type SessionState = { state: 'starting' } | { state: 'ready' } | { state: 'failed' } | { state: 'looping' }

export interface Session {
  $session: ReadableAtom<SessionState>
  /** Signs a visitor in where no token is stored; false when no token came. `want` as in visitor_login. */
  start(want?: string): Promise<boolean>
  /** Resolves when calls may be made; rejects with what the sign-in failed of. */
  whenReady(): Promise<void>
  token(): string | undefined
  isLogin(): boolean
  /** Rises when the viewer has become another, here or in another tab, and the pages go on: they ask again. */
  $change: ReadableAtom<number>
  /** The viewer is another: with a token the pages go on, without one the app leaves as after a forced logout. */
  replace(accepted: string | undefined): void
  /** While the viewer is being made another, by a call at `path`: calls that are refused wait for its `end`. */
  userSwitch: { path: string; end: Promise<unknown> } | undefined
  /** The last update of the consent, so that updates reach the server in order. */
  consentUpdate: Promise<unknown> | undefined
  /**
   * Answer to a 999 for the call at `path` made with `token`: one logout, however many answers carry it. `again`:
   * another token has taken its place, the call may be repeated; `ended`: the app is on its way to the entry page;
   * `refused`: the server refuses every session, or the call had none.
   */
  forceLogout(token: string, path: string): Promise<'again' | 'ended' | 'refused'>
}

export interface SessionOptions {
  environment: Environment
  api(): Api
  /** The campaign, and whether the language is left to it. */
  origin(): Pick<RequestOf<typeof VISITOR_LOGIN_PATH>, 'lpid' | 'lang_open'>
  /** Brings the device's visitor back. */
  deviceSecret(): Promise<string>
  /** A visitor login that was sent before; used by the first sign-in if it would send the same. */
  earlyRequest?: SentRequest | undefined
  /** Said to the log when a sign-in brings no token. */
  errorText: string
  /** A visitor was signed in; `want` is what the sign-in was asked to bring along. */
  onVisit(visitor: VisitorLogin, want: string | undefined): Promise<void>
  /** The server answered a sign-in, and gave no token. */
  onRefused(): void
  /** The 500 ms after a forced logout are over. */
  onForcedLogout(): void
}

export function createSession(options: SessionOptions): Session {
  const { environment, api, origin, deviceSecret, errorText, onVisit, onRefused, onForcedLogout } = options
  const { storage, clock, broadcast } = environment
  const $session = atom<SessionState>({ state: 'starting' })
  const $change = atom(0)
  const logouts: number[] = []
  let running: Promise<boolean> | undefined
  let isLeaving = false
  let failure: unknown
  let { earlyRequest } = options

  const token = () => readToken(storage)

  function login(accepted: string) {
    storage.set(TOKEN_KEY, accepted)
    broadcast.post(SIGNED_IN)
  }

  function logout(refused: string) {
    storage.remove(TOKEN_KEY)
    broadcast.post(`${SIGNED_OUT} ${refused}`)
  }

  async function signIn(want: string | undefined): Promise<boolean> {
    const device_secret = await deviceSecret()
    const body = visitorLoginBody(environment.page, { ...origin(), device_secret, want })
    const sent = earlyRequest
    earlyRequest = undefined
    const visitor = await api().post(VISITOR_LOGIN_PATH, body, { sent })
    if (!visitor?.token) {
      environment.log.error(errorText)
      onRefused()
      return false
    }
    login(visitor.token)
    await onVisit(visitor, want)
    return true
  }

  function start(want?: string): Promise<boolean> {
    $session.set({ state: 'starting' })
    failure = undefined
    // Two elements of one page take turns: the second finds the token of the first.
    running = environment
      .runExclusive(SESSION_LOCK, async () => token() !== undefined || signIn(want))
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

  async function forceLogout(usedToken: string, path: string) {
    if (usedToken === '') return 'refused'
    // Who signs in to an account ends this session: the next is on its way, here or in another tab.
    const { userSwitch } = session
    if (path !== userSwitch?.path)
      await (userSwitch?.end ?? environment.runExclusive(SESSION_LOCK, async () => undefined))
    const current = token()
    if (current !== undefined && current !== usedToken) return 'again'
    if ($session.get().state === 'looping') return 'refused'
    if (current === undefined) {
      leave()
      return 'ended'
    }
    logout(usedToken)
    const now = clock.now()
    while (logouts[0] !== undefined && now - logouts[0] >= LOOP_WINDOW_MS) logouts.shift()
    if (logouts.push(now) > LOOP_MAX_LOGINS) {
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
      clock.setTimer(LOGOUT_DELAY_MS, () => {
        isLeaving = false
        onForcedLogout()
        resolve(start('home'))
      })
    })
  }

  function become(accepted: string) {
    storage.set(TOKEN_KEY, accepted)
    $change.set($change.get() + 1)
  }

  function replace(accepted: string | undefined) {
    const before = token() ?? ''
    if (accepted === undefined) {
      logout(before)
      return leave()
    }
    broadcast.post(`${CHANGED} ${before} ${accepted}`)
    become(accepted)
  }

  broadcast.listen(message => {
    const { state } = $session.get()
    if (message === SIGNED_IN && state === 'failed' && token() !== undefined) void start()
    if (typeof message !== 'string' || state !== 'ready') return
    const [said, before, after] = message.split(' ')
    // Where storage is each tab's own, so are its viewers.
    if (said === CHANGED && after && [before, after].includes(token())) become(after)
    if (said !== SIGNED_OUT) return
    // The other tab's storage may be seen later than its word; where storage is each tab's own, its session is none of ours.
    if (token() === before) storage.remove(TOKEN_KEY)
    if (token() === undefined) leave()
  })

  const session: Session = {
    $session,
    $change,
    userSwitch: undefined,
    consentUpdate: undefined,
    start,
    replace,
    token,
    forceLogout,
    isLogin: () => token() !== undefined,
    async whenReady() {
      // Somebody has emptied the storage: a call without a session would be refused.
      if ($session.get().state === 'ready' && token() === undefined) void start()
      if (!(await running)) throw failure ?? new BusinessError(999, 'no session', null)
    }
  }
  return session
}
