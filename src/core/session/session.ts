import { atom, type ReadableAtom } from 'nanostores'
import type { RequestOf } from '../../../contract/index.js'
import type { VisitorLogin } from '../../../contract/visitor.js'
import type { Environment } from '../environment.js'
import type { Api } from '../request/api.js'
import { SESSION_INVALID_CODE } from '../request/error-codes.js'
import { BusinessError, RequestError } from '../request/request-error.js'
import type { RequestSession } from '../request/request-session.js'
import type { SentRequest } from '../request/sent-request.js'
import { readToken, TOKEN_KEY, VISITOR_LOGIN_PATH, visitorLoginBody } from './visitor-login-request.js'

const LOGOUT_DELAY_MS = 500
const SIGNED_IN = 'signed-in'
const SIGNED_OUT = 'signed-out'
const CHANGED = 'changed'
export const SESSION_LOCK = 'drama sign-in'
const LOOP_WINDOW_MS = 60_000
const MAX_LOGOUTS_IN_WINDOW = 2

export type SessionState = { state: 'starting' } | { state: 'ready' } | { state: 'failed' } | { state: 'looping' }

export interface Session extends RequestSession {
  $session: ReadableAtom<SessionState>
  /** Signs a visitor in unless a token is stored; false on failure. Never rejects. */
  start(want?: string): Promise<boolean>
  token(): string | undefined
  isLogin(): boolean
  /** Increases when another user signs in, here or in another tab. Pages then request their data again. */
  $change: ReadableAtom<number>
  replace(newToken: string | undefined): void
  /** Pending change of the user by a call at `path`. Other calls that get a 999 wait for its `end`. */
  userSwitch: { path: string; end: Promise<unknown> } | undefined
  consentUpdate: Promise<unknown> | undefined
}

export interface SessionOptions {
  environment: Environment
  api(): Api
  origin(): Pick<RequestOf<typeof VISITOR_LOGIN_PATH>, 'lpid' | 'lang_open'>
  deviceSecret(): Promise<string>
  earlyRequest?: SentRequest | undefined
  errorText: string
  onVisit(visitor: VisitorLogin, want: string | undefined): Promise<void>
  onRefused(): void
  onForcedLogout(): void
}

export function createSession(options: SessionOptions): Session {
  const { environment, api, origin, deviceSecret, errorText, onVisit, onRefused, onForcedLogout } = options
  const { storage, clock, broadcast } = environment
  const $session = atom<SessionState>({ state: 'starting' })
  const $change = atom(0)
  const logouts: number[] = []
  let signInResult: Promise<boolean> | undefined
  let isLeaving = false
  let failure: unknown
  let { earlyRequest } = options

  const token = () => readToken(storage)

  function storeToken(newToken: string) {
    storage.set(TOKEN_KEY, newToken)
    broadcast.post(SIGNED_IN)
  }

  function removeToken(refusedToken: string) {
    storage.remove(TOKEN_KEY)
    broadcast.post(`${SIGNED_OUT} ${refusedToken}`)
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
    storeToken(visitor.token)
    await onVisit(visitor, want)
    return true
  }

  function start(want?: string): Promise<boolean> {
    $session.set({ state: 'starting' })
    failure = undefined
    // Apps of one page take turns, so that the second uses the token of the first.
    signInResult = environment
      .runExclusive(SESSION_LOCK, async () => token() !== undefined || signIn(want))
      .then(
        isSignedIn => {
          $session.set({ state: isSignedIn ? 'ready' : 'failed' })
          return isSignedIn
        },
        error => {
          failure = error
          const isAborted = error instanceof RequestError && error.kind === 'abort'
          if (!isAborted) environment.log.error(errorText, error)
          if (error instanceof BusinessError) onRefused()
          $session.set({ state: 'failed' })
          return false
        }
      )
    return signInResult
  }

  async function forceLogout(usedToken: string, path: string) {
    if (usedToken === '') return 'refused'
    // A sign-in to an account ends this session: wait for its token.
    const { userSwitch } = session
    if (path !== userSwitch?.path)
      await (userSwitch?.end ?? environment.runExclusive(SESSION_LOCK, async () => undefined))
    const current = token()
    if (current !== undefined && current !== usedToken) return 'again'
    if ($session.get().state === 'looping') return 'refused'
    if (current === undefined) {
      restartAfterLogout()
      return 'ended'
    }
    removeToken(usedToken)
    const now = clock.now()
    while (logouts[0] !== undefined && now - logouts[0] >= LOOP_WINDOW_MS) logouts.shift()
    if (logouts.push(now) > MAX_LOGOUTS_IN_WINDOW) {
      signInResult = Promise.resolve(false)
      $session.set({ state: 'looping' })
      return 'refused'
    }
    restartAfterLogout()
    return 'ended'
  }

  function restartAfterLogout() {
    if (isLeaving) return
    isLeaving = true
    $session.set({ state: 'starting' })
    signInResult = new Promise(resolve => {
      clock.setTimer(LOGOUT_DELAY_MS, () => {
        isLeaving = false
        onForcedLogout()
        resolve(start('home'))
      })
    })
  }

  function switchToken(newToken: string) {
    storage.set(TOKEN_KEY, newToken)
    $change.set($change.get() + 1)
  }

  function replace(newToken: string | undefined) {
    const before = token() ?? ''
    if (newToken === undefined) {
      removeToken(before)
      return restartAfterLogout()
    }
    broadcast.post(`${CHANGED} ${before} ${newToken}`)
    switchToken(newToken)
  }

  broadcast.listen(message => {
    const { state } = $session.get()
    if (message === SIGNED_IN && state === 'failed' && token() !== undefined) void start()
    if (typeof message !== 'string' || state !== 'ready') return
    const [kind, before, after] = message.split(' ')
    // Tabs without shared storage have different users.
    if (kind === CHANGED && after && [before, after].includes(token())) switchToken(after)
    if (kind !== SIGNED_OUT) return
    // The storage may still show the token that the other tab has removed. Without shared storage, the tokens differ.
    if (token() === before) storage.remove(TOKEN_KEY)
    if (token() === undefined) restartAfterLogout()
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
      // Signs in again, because the storage was cleared and a call without a session would be refused.
      if ($session.get().state === 'ready' && token() === undefined) void start()
      if (!(await signInResult)) throw failure ?? new BusinessError(SESSION_INVALID_CODE, 'no session', null)
    }
  }
  return session
}
