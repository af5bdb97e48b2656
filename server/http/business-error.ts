import { type ErrorCode, errorTexts } from '../../contract/protocol/errors.js'

/** A refusal the client understands by its code: answered with HTTP 200; `data` goes into the envelope. */
export class BusinessError extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly data: object | null = null
  ) {
    super(errorTexts[code])
  }
}

/** A request that cannot be understood; `fields` are the names that are wrong. */
export const parameterError = (...fields: string[]) => new BusinessError(4001, { fields })

/** Somebody asks too often: answered with HTTP 429 and Retry-After, in seconds. */
export class RateLimitError extends BusinessError {
  constructor(readonly retryAfterSeconds: number) {
    super(4502)
  }
}
