import type { z } from 'zod'
import { parameterError } from './business-error.js'

// Names may be the caller's own, and are told and logged.
const FIELD_LIMIT = 64
const MOST_FIELDS = 20

/** What was sent as the schema reads it; throws 4001 with the names of the fields that it refuses. */
export function checkRequest<Request extends z.ZodType>(schema: Request, sent: unknown): z.output<Request> {
  const parsed = schema.safeParse(sent)
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.map(issue => issue.path.join('.').slice(0, FIELD_LIMIT) || 'body')
  throw parameterError(...[...new Set(fields)].slice(0, MOST_FIELDS))
}
