import { type Logger, pino } from 'pino'
import type { LogLevel } from '../config/config.js'
import { readTraceId } from './tracing.js'

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

export function createLog(level: LogLevel, destination?: { write(line: string): void }): Log {
  const paths = secretFields.flatMap(field => [field, `*.${field}`])
  const options = { level, base: null, redact: { paths, censor: '[hidden]' }, mixin: readTraceFields }
  return pino(options, destination ?? (level === 'silent' ? discard : openStandardOutput()))
}

const discard = { write: () => undefined }

/** Writes many lines at once, because a write for each request costs more than a small request. Flushed at the exit. */
const openStandardOutput = () =>
  pino.destination({ dest: 1, sync: false, minLength: BUFFER_BYTES, periodicFlush: FLUSH_INTERVAL_MS })

const BUFFER_BYTES = 4096
const FLUSH_INTERVAL_MS = 1000

/** A new object each time, because pino writes the line's own fields into it. */
function readTraceFields(): object {
  const traceId = readTraceId()
  return traceId === undefined ? {} : { trace_id: traceId }
}

export const toLoggedPath = (path: string) =>
  path
    .replace(/^\/(m|exports)\/[^/]*/, '/$1/-')
    // Cuts first, because the pattern is slow on a long path.
    .slice(0, MAX_PATH_LENGTH)
    .replace(TICKET_PATTERN, '-')

const MAX_PATH_LENGTH = 512
const TICKET_PATTERN = /[\w-]{20,}(?:\.|%2e)[\w-]{20,}/gi

export function toLoggedError(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) }
  const code = 'code' in error ? error.code : undefined
  return { name: error.name, message: error.message, code, stack: error.stack }
}
