/** `code` is 0 without an answer. `data` names fields and a reason. */
export class ActionError extends Error {
  constructor(
    readonly code: number,
    readonly data: Readonly<Record<string, unknown>> | null,
    readonly retryAfterSeconds: number | null = null
  ) {
    super(`the server answered ${code}`)
  }

  get fields(): readonly string[] {
    const { fields } = this.data ?? {}
    return Array.isArray(fields) ? fields.map(String) : []
  }

  get reason(): string | null {
    const { reason } = this.data ?? {}
    return typeof reason === 'string' ? reason : null
  }

  /** Without an answer, and while the server is busy, the same request may be sent again. */
  get isTemporary(): boolean {
    return this.code === 0 || this.code === 5000
  }
}

export const NO_SESSION_CODE = 999
export const FORBIDDEN_CODE = 403
