import type { MessageKey } from '../../../locales/app/en.js'
import { SESSION_INVALID_CODE } from '../request/error-codes.js'
import { BusinessError, isSilent, RequestError } from '../request/request-error.js'

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
