import { atom, type ReadableAtom } from 'nanostores'
import type { AccountMergeResult, SignInResponse } from '../../../contract/account.js'
import type { ErrorCode } from '../../../contract/protocol/errors.js'
import type { User } from '../../../contract/user.js'
import type { AccountMessageKey } from '../../../locales/account/en.js'
import type { MessageKey } from '../../../locales/app/en.js'
import type { App } from '../app.js'
import { failureMessageKey } from '../loading/error-message.js'
import { PARAMETER_ERROR_CODE } from '../request/error-codes.js'
import { BusinessError } from '../request/request-error.js'
import { retryUntilAnswered } from '../request/retry.js'
import { switchUser } from './switch-user.js'

/** `wait`: seconds until another code may be requested. */
export type SignInStep =
  | { step: 'email' }
  | { step: 'code'; wait: number }
  | { step: 'recovery' }
  | { step: 'done'; user: User; isNew: boolean; merged: AccountMergeResult | null }

export type SignInState = SignInStep & { isBusy: boolean; problem: AccountErrorKey | undefined }

export interface SignInFlow {
  $state: ReadableAtom<SignInState>
  email(): string
  /** Sends a code, to the last address if `email` is missing. Never rejects, like the other methods. */
  sendCode(email?: string): Promise<void>
  enterCode(code: string): Promise<void>
  recover(code: string): Promise<void>
  goTo(step: 'email' | 'recovery'): void
  reset(): void
}

const EMAIL_PATTERN = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/
const CODE_LENGTH = 6

export function onlyDigits(text: string): string {
  return text.normalize('NFKC').replace(/\D/g, '').slice(0, CODE_LENGTH)
}

export const isCompleteCode = (code: string) => code.length === CODE_LENGTH

/** One flow per app, because the viewer may wait for a code while the sheet is closed. */
export function getSignInFlow(app: App): SignInFlow {
  app.signInFlow ??= createSignInFlow(app)
  return app.signInFlow
}

export function createSignInFlow(app: App): SignInFlow {
  const { environment, session, connection, emit } = app
  const idle = { isBusy: false, problem: undefined }
  const $state = atom<SignInState>({ step: 'email', ...idle })
  let email = ''
  let wasVisitor = true
  let stopWaiting: () => void = () => undefined

  const setStatus = (part: { isBusy: boolean; problem: AccountErrorKey | undefined }) =>
    $state.set({ ...$state.get(), ...part })

  async function runStep(refusedKey: AccountErrorKey, task: () => Promise<void>) {
    if ($state.get().isBusy) return
    setStatus({ isBusy: true, problem: undefined })
    try {
      await task()
    } catch (error) {
      setStatus({ isBusy: false, problem: accountErrorKey(error, refusedKey) })
    }
  }

  function countDown(wait: number) {
    stopWaiting()
    const state = $state.get()
    if (state.step === 'code') $state.set({ ...state, wait })
    if (wait > 0) stopWaiting = environment.clock.setTimer(1000, () => countDown(wait - 1))
  }

  async function signIn(path: string, request: () => Promise<SignInResponse>) {
    await session.whenReady()
    // Saved first, because the server merges progress and favourites into the account.
    await Promise.all([app.progress.whenSaved(), app.favorites?.whenSettled()])
    const { user, merged, event_id } = await switchUser(app, path, () => retryUntilAnswered(environment, request))
    const isNew = wasVisitor && merged === null && user.email !== null && path === EMAIL_LOGIN
    if (isNew) emit('drama-register', { method: 'email', ...(event_id && { event_id }) })
    stopWaiting()
    $state.set({ step: 'done', user, isNew, merged, ...idle })
  }

  async function detectAccount() {
    const { user } = await app.api.get('/user/info', {}, { isQuiet: true })
    wasVisitor = user.kind === 'visitor'
    if (!wasVisitor && !$state.get().isBusy) $state.set({ step: 'done', user, isNew: false, merged: null, ...idle })
  }
  const detectAccountQuietly = () => void detectAccount().catch(() => undefined)
  app.signal.addEventListener(
    'abort',
    session.$change.listen(() => $state.get().isBusy || detectAccountQuietly())
  )

  return {
    $state,
    email: () => email,
    async sendCode(input = email) {
      const address = input.trim()
      email = address
      if (!EMAIL_PATTERN.test(address)) return setStatus({ isBusy: false, problem: 'emailInvalid' })
      await runStep('emailInvalid', async () => {
        const { retry_after } = await app.api.post('/user/email_code', { email: address }, { isQuiet: true })
        $state.set({ step: 'code', wait: retry_after, ...idle })
        countDown(retry_after)
      })
    },
    enterCode: code =>
      runStep('codeWrong', () =>
        signIn(EMAIL_LOGIN, () =>
          connection.direct.post(EMAIL_LOGIN, { email, code: onlyDigits(code) }, { isQuiet: true })
        )
      ),
    async recover(code) {
      if (code.trim() === '') return setStatus({ isBusy: false, problem: 'recoveryEmpty' })
      await runStep('recoveryWrong', () =>
        signIn(RECOVER, () => connection.direct.post(RECOVER, { code: code.trim() }, { isQuiet: true }))
      )
    },
    goTo(step) {
      if ($state.get().isBusy) return
      stopWaiting()
      $state.set({ step, ...idle })
    },
    reset() {
      if ($state.get().step !== 'code' && !$state.get().isBusy) $state.set({ step: 'email', ...idle })
      detectAccountQuietly()
    }
  }
}

const EMAIL_LOGIN = '/user/email_login'
const RECOVER = '/user/recover'

type AccountErrorKey = AccountMessageKey | MessageKey

const SIGN_IN_CODE_WRONG_CODE = 4501 satisfies ErrorCode
const errorKeys: Record<number, AccountMessageKey> = { 4502: 'tooManyTries', 4503: 'mailUnavailable' }

function accountErrorKey(error: unknown, refusedKey: AccountErrorKey): AccountErrorKey | undefined {
  if (!(error instanceof BusinessError)) return failureMessageKey(error)
  const isRefused = error.code === PARAMETER_ERROR_CODE || error.code === SIGN_IN_CODE_WRONG_CODE
  return isRefused ? refusedKey : (errorKeys[error.code] ?? failureMessageKey(error))
}
