export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

// 25006: the connection is to a primary that has become a standby.
const UNAVAILABLE_CODES = new Set(
  'ECONNREFUSED ECONNRESET ETIMEDOUT EPIPE ENOTFOUND EHOSTUNREACH EAI_AGAIN 57014 57P01 57P02 57P03 53300 25P02 25006'.split(
    ' '
  )
)
const UNAVAILABLE_TEXTS =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|connection timeout|not queryable/i

export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true
  if (!(error instanceof Error)) return false
  const code = readCode(error)
  return UNAVAILABLE_CODES.has(code) || code.startsWith('08') || UNAVAILABLE_TEXTS.test(error.message)
}

/** Postgres, PGlite or the file system has no room for a write. */
export const isDiskFull = (error: unknown) => ['53100', 'ENOSPC', 'EDQUOT'].includes(readCode(error))

/** PostgreSQL cannot store the text, for example with a NUL character: the request is invalid. */
export const isUnstorableText = (error: unknown) => ['22021', '22P05'].includes(readCode(error))

export const isLockTimeout = (error: unknown) => readCode(error) === '55P03'

export const isConstraintViolation = (error: unknown) => readCode(error).startsWith('23')

export const isUniqueViolation = (error: unknown) => readCode(error) === '23505'

export const isTransactionConflict = (error: unknown) => /^(40001|40P01|OC00\d)$/.test(readCode(error))

function readCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
