import { type Logger, pino } from 'pino'
import type { LogLevel } from '../config/config.js'

export type Log = Logger

const secretFields = [
  'authorization',
  'token',
  'ticket',
  'device_id',
  'device_secret',
  'email',
  'cookie',
  'secretKey',
  'webhookSecret',
  'operatorKey'
]

/** JSON lines on standard output; fields that could carry a credential or a person are never written. */
export function createLog(level: LogLevel, destination?: { write(line: string): void }): Log {
  const paths = secretFields.flatMap(field => [field, `*.${field}`])
  const options = { level, base: null, redact: { paths, censor: '[hidden]' } }
  return destination === undefined ? pino(options) : pino(options, destination)
}

/** The path as it may be logged: no query, and the address of media or an export without its ticket. */
export const loggedPath = (path: string) =>
  // Cut first: a pattern that begins anywhere takes its time on a long path.
  path
    .replace(/^\/(m|exports)\/[^/]*/, '/$1/-')
    .slice(0, PATH_LIMIT)
    .replace(SIGNED, '-')

const PATH_LIMIT = 512
/** A ticket, or the beginning of one, wherever a mistaken address has it. */
const SIGNED = /[\w-]{20,}(?:\.|%2e)[\w-]{20,}/gi

/** What is logged of an error: never its parameters. */
export function loggedError(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) }
  const code = 'code' in error ? error.code : undefined
  return { name: error.name, message: error.message, code, stack: error.stack }
}
