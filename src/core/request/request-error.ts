/** Codes of the platform: 5 network or time-out, 600003 abort, 602001 upload, 999 session ended. */
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

export function isSilent(error: unknown): boolean {
  return error instanceof RequestError && ['abort', 'session', 'prevented'].includes(error.kind)
}

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
