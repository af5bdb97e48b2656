/**
 * Why a request gave no usable answer. `code` is the platform's: 5 network or time-out, 600003 abort, 602001 upload;
 * 999 for a call whose session ended.
 */
export class RequestError extends Error {
  constructor(
    readonly kind:
      | 'network'
      | 'timeout'
      | 'abort'
      | 'decrypt'
      | 'server'
      | 'session'
      | 'prevented'
      | 'cancelled'
      | 'file',
    message: string,
    readonly code: number | undefined = undefined
  ) {
    super(message)
    this.name = 'RequestError'
  }
}

/** Ends that somebody wanted: nobody has to be told. */
export function isSilent(error: unknown): boolean {
  return error instanceof RequestError && ['abort', 'session', 'prevented'].includes(error.kind)
}

/** The server answered, and the answer is no. `data` is the envelope's. */
export class BusinessError extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data: unknown
  ) {
    super(message)
    this.name = 'BusinessError'
  }
}
