import type { AccountMessageKey } from '../../../locales/account/en.js'
import type { MessageKey } from '../../../locales/app/en.js'
import { failureText } from '../loading/error-message.js'
import { BusinessError } from '../request/request-error.js'

/** Why a step was not taken, as the viewer reads it. */
export type AccountProblem = AccountMessageKey | MessageKey

const problems: Record<number, AccountMessageKey> = { 4502: 'tooManyTries', 4503: 'mailUnavailable' }

/** `refused` is what 4001 and 4501 mean here; undefined where silence is right. */
export function accountProblem(error: unknown, refused: AccountProblem): AccountProblem | undefined {
  if (!(error instanceof BusinessError)) return failureText(error)
  const isRefused = error.code === 4001 || error.code === 4501
  return isRefused ? refused : (problems[error.code] ?? failureText(error))
}
