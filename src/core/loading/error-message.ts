import type { ReadableAtom } from 'nanostores'
import type { MessageKey } from '../../../locales/app/en.js'
import type { Translation } from '../i18n/i18n.js'
import { SESSION_INVALID_CODE } from '../request/error-codes.js'
import { BusinessError, isSilent, RequestError } from '../request/request-error.js'
import type { Toasts } from '../ui/toasts.js'

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

/** Undefined for codes without a text, such as 999, which the session handles. */
export function errorMessageKey(code: number): MessageKey | undefined {
  return businessErrorKeys[code]
}

export function failureMessageKey(error: unknown): MessageKey | undefined {
  if (isSilent(error)) return undefined
  if (error instanceof BusinessError) {
    return error.code === SESSION_INVALID_CODE ? undefined : (errorMessageKey(error.code) ?? 'somethingWrong')
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

export type ShowError = (error: unknown) => void

export function createShowError(
  $translation: ReadableAtom<Translation | undefined>,
  toasts: Toasts,
  signal: AbortSignal
): ShowError {
  return error => {
    const key = failureMessageKey(error)
    if (key === undefined) return
    const showIn = ({ text }: Translation) => signal.aborted || toasts.showText(text(key))
    const translation = $translation.get()
    if (translation) return void showIn(translation)
    const unsubscribe = $translation.listen(loaded => {
      if (!loaded) return
      unsubscribe()
      showIn(loaded)
    })
  }
}
