/** The database cannot answer now; the request is answered 503 and may be repeated. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

const UNAVAILABLE_CODES = new Set(
  'ECONNREFUSED ECONNRESET ETIMEDOUT EPIPE ENOTFOUND EHOSTUNREACH EAI_AGAIN 57014 57P01 57P02 57P03 53300 25P02'.split(
    ' '
  )
)
const UNAVAILABLE_TEXTS =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|connection timeout|not queryable/i

/** True when the database is down, frozen or not reachable, as opposed to a statement that is wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true
  if (!(error instanceof Error)) return false
  const code = sqlCode(error)
  return UNAVAILABLE_CODES.has(code) || code.startsWith('08') || UNAVAILABLE_TEXTS.test(error.message)
}

/** True when a text cannot be stored at all, such as one with a NUL character: the request's fault. */
export const isUnstorableText = (error: unknown) => ['22021', '22P05'].includes(sqlCode(error))

/** True when two transactions met and one must be repeated. */
export const isRetryable = (error: unknown) => /^(40001|40P01|OC00\d)$/.test(sqlCode(error))

function sqlCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
