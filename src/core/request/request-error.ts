/** Why a request gave no usable answer. `code` is the platform's: 5 network or time-out, 600003 abort. */
export class RequestError extends Error {
  constructor(
    readonly kind: 'network' | 'timeout' | 'abort' | 'decrypt' | 'server' | 'session',
    message: string,
    readonly code: number | undefined = undefined
  ) {
    super(message)
    this.name = 'RequestError'
  }
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
