import { type ErrorCode, errorTexts } from '../../contract/protocol/errors.js'

/** Sent with HTTP 200; `code` and `data` go into the envelope. */
export class BusinessError extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly data: object | null = null
  ) {
    super(errorTexts[code])
  }
}

export const createParameterError = (...fields: string[]) => new BusinessError(4001, { fields })

/** `reason` is one of those that the contract or docs/reference/operator.md lists. */
export const createFieldError = (field: string, reason: string, details: Record<string, number | string> = {}) =>
  new BusinessError(4001, { fields: [field], reason, ...details })

/** A service of others does not answer: the client may repeat the request. */
export class ServiceUnavailable extends Error {}

export class RateLimitError extends BusinessError {
  constructor(readonly retryAfterSeconds: number) {
    super(4502)
  }
}
