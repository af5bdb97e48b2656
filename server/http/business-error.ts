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

export class RateLimitError extends BusinessError {
  constructor(readonly retryAfterSeconds: number) {
    super(4502)
  }
}
