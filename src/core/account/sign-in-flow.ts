// Signing in to an account: by a code that is sent to an address, or by a recovery code.
import { atom, type ReadableAtom } from 'nanostores'
import type { MergeResult, SignInResponse } from '../../../contract/account.js'
import type { User } from '../../../contract/user.js'
import type { AccountMessageKey } from '../../../locales/account/en.js'
import type { MessageKey } from '../../../locales/app/en.js'
import type { App } from '../app.js'
import { failureMessage } from '../loading/error-message.js'
import { BusinessError } from '../request/request-error.js'
import { retryUntilAnswered } from '../request/retry.js'
import { switchUser } from './switch-user.js'

/** `wait` in seconds until another code may be asked for. */
export type SignInStep =
  | { step: 'email' }
  | { step: 'code'; wait: number }
  | { step: 'recovery' }
  | { step: 'done'; user: User; isNew: boolean; merged: MergeResult | null }

export type SignInState = SignInStep & { isBusy: boolean; problem: AccountErrorKey | undefined }

export interface SignInFlow {
  $state: ReadableAtom<SignInState>
  /** What was written last, kept for who goes back; said to the server alone. */
  email(): string
  /** Sends a code to an address, once more to the last one where none is given. Never rejects, as none of these. */
  sendCode(email?: string): Promise<void>
  /** Signs in with the code that was sent. */
  enterCode(code: string): Promise<void>
  recover(code: string): Promise<void>
  goTo(step: 'email' | 'recovery'): void
  /** Begins anew, as somebody who comes back later expects; a code that is waited for stays. */
  reset(): void
}

/** As much as can be told of an address without sending anything there. */
const ADDRESS = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/
const CODE_LENGTH = 6

/** The digits of what was typed or pasted, in any script's full-width form, at most six. */
export function onlyDigits(text: string): string {
  return text.normalize('NFKC').replace(/\D/g, '').slice(0, CODE_LENGTH)
}

export const isCompleteCode = (code: string) => code.length === CODE_LENGTH

/** The app's one flow: a code may be awaited while its sheet is closed. */
export function getSignInFlow(app: App): SignInFlow {
  app.signInFlow ??= createSignInFlow(app)
  return app.signInFlow
}

export function createSignInFlow(app: App): SignInFlow {
  const { environment, session, connection, emit } = app
  const calm = { isBusy: false, problem: undefined }
  const $state = atom<SignInState>({ step: 'email', ...calm })
  let email = ''
  let wasVisitor = true
  let stopWaiting: () => void = () => undefined

  const mark = (part: { isBusy: boolean; problem: AccountErrorKey | undefined }) =>
    $state.set({ ...$state.get(), ...part })

  /** One step at a time; what it fails of is told where the viewer is. */
  async function take(refused: AccountErrorKey, task: () => Promise<void>) {
    if ($state.get().isBusy) return
    mark({ isBusy: true, problem: undefined })
    try {
      await task()
    } catch (error) {
      mark({ isBusy: false, problem: accountErrorKey(error, refused) })
    }
  }

  function countDown(wait: number) {
    stopWaiting()
    const state = $state.get()
    if (state.step === 'code') $state.set({ ...state, wait })
    if (wait > 0) stopWaiting = environment.clock.setTimer(1000, () => countDown(wait - 1))
  }

  /** What was watched and kept goes along: it must be there before. */
  async function signIn(path: string, ask: () => Promise<SignInResponse>) {
    await session.whenReady()
    await Promise.all([app.progress.whenSaved(), app.favorites.whenSettled()])
    const { user, merged } = await switchUser(app, path, () => retryUntilAnswered(environment, ask))
    const isNew = wasVisitor && merged === null && user.email !== null && path === EMAIL_LOGIN
    if (isNew) emit('drama-register', { method: 'email' })
    stopWaiting()
    $state.set({ step: 'done', user, isNew, merged, ...calm })
  }

  /** Whether the viewer has an account already, perhaps from another tab just now. */
  async function look() {
    const { user } = await app.api.get('/user/info', {}, { isQuiet: true })
    wasVisitor = user.kind === 'visitor'
    if (!wasVisitor && !$state.get().isBusy) $state.set({ step: 'done', user, isNew: false, merged: null, ...calm })
  }
  const lookQuietly = () => void look().catch(() => undefined)
  app.signal.addEventListener(
    'abort',
    session.$change.listen(() => $state.get().isBusy || lookQuietly())
  )

  return {
    $state,
    email: () => email,
    async sendCode(written = email) {
      const wanted = written.trim()
      email = wanted
      if (!ADDRESS.test(wanted)) return mark({ isBusy: false, problem: 'emailInvalid' })
      await take('emailInvalid', async () => {
        const { retry_after } = await app.api.post('/user/email_code', { email: wanted }, { isQuiet: true })
        $state.set({ step: 'code', wait: retry_after, ...calm })
        countDown(retry_after)
      })
    },
    enterCode: code =>
      take('codeWrong', () =>
        signIn(EMAIL_LOGIN, () =>
          connection.direct.post(EMAIL_LOGIN, { email, code: onlyDigits(code) }, { isQuiet: true })
        )
      ),
    async recover(code) {
      if (code.trim() === '') return mark({ isBusy: false, problem: 'recoveryEmpty' })
      await take('recoveryWrong', () =>
        signIn(RECOVER, () => connection.direct.post(RECOVER, { code: code.trim() }, { isQuiet: true }))
      )
    },
    goTo(step) {
      if ($state.get().isBusy) return
      stopWaiting()
      $state.set({ step, ...calm })
    },
    reset() {
      if ($state.get().step !== 'code' && !$state.get().isBusy) $state.set({ step: 'email', ...calm })
      lookQuietly()
    }
  }
}

const EMAIL_LOGIN = '/user/email_login'
const RECOVER = '/user/recover'

/** Why a step was not taken, as the viewer reads it. */
type AccountErrorKey = AccountMessageKey | MessageKey

const problems: Record<number, AccountMessageKey> = { 4502: 'tooManyTries', 4503: 'mailUnavailable' }

/** `refused` is what 4001 and 4501 mean here; undefined where silence is right. */
function accountErrorKey(error: unknown, refused: AccountErrorKey): AccountErrorKey | undefined {
  if (!(error instanceof BusinessError)) return failureMessage(error)
  const isRefused = error.code === 4001 || error.code === 4501
  return isRefused ? refused : (problems[error.code] ?? failureMessage(error))
}
