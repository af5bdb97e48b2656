import type { ReadableAtom } from 'nanostores'
import type { MessageKey } from '../../../locales/app/en.js'
import type { Translation } from '../i18n/i18n.js'
import { BusinessError, isSilent, RequestError } from '../request/request-error.js'
import type { Toasts } from '../ui/toasts.js'

const SESSION_INVALID = 999

/** What the server's refusals are called in the viewer's language. */
const businessErrorKeys: Record<number, MessageKey> = {
  4001: 'parameterError',
  4201: 'insufficientBalance',
  4202: 'priceChanged',
  4203: 'lockedEarlier',
  4204: 'episodeUnavailable',
  4205: 'alreadyUnlocked',
  4209: 'spendingLimitReached',
  4301: 'orderNotFound',
  4302: 'paymentNotConfirmed',
  4501: 'codeWrong',
  4502: 'tooManyAttempts',
  5000: 'serverBusy',
  5001: 'maintenance'
}

/** The text for a business code; undefined for one that has none, such as 999, which the session deals with. */
export function errorMessageKey(code: number): MessageKey | undefined {
  return businessErrorKeys[code]
}

/** What to tell a viewer whose wish failed with `error`; undefined where silence is right. */
export function failureMessage(error: unknown): MessageKey | undefined {
  if (isSilent(error)) return undefined
  if (error instanceof BusinessError) {
    return error.code === SESSION_INVALID ? undefined : (errorMessageKey(error.code) ?? 'somethingWrong')
  }
  return error instanceof RequestError ? requestKey(error) : 'somethingWrong'
}

function requestKey({ kind, code }: RequestError): MessageKey {
  switch (kind) {
    case 'network':
    case 'timeout':
    case 'cancelled':
      return 'networkBad'
    default:
      return errorMessageKey(code ?? 0) ?? 'somethingWrong'
  }
}

/** Tells the viewer why something that was asked for failed; silent for what nobody has to be told. */
export type ShowError = (error: unknown) => void

/** What goes wrong before there is a language is told when there is one. */
export function createShowError(
  $translation: ReadableAtom<Translation | undefined>,
  toasts: Toasts,
  signal: AbortSignal
): ShowError {
  return error => {
    const key = failureMessage(error)
    if (key === undefined) return
    const say = ({ text }: Translation) => signal.aborted || toasts.showText(text(key))
    const translation = $translation.get()
    if (translation) return void say(translation)
    const stop = $translation.listen(arrived => {
      if (!arrived) return
      stop()
      say(arrived)
    })
  }
}
