import type { z } from 'zod'
import { parameterError } from './business-error.js'

const DEPTH_LIMIT = 20
const REFUSED_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

/** Reads a JSON object; an empty text is an empty object. Throws parameter error 4001 for anything else. */
export function parseBody(text: string): object {
  if (text.trim() === '') return {}
  const body = parseJson(text)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw parameterError('body')
  refuseHostile(body, 1)
  return body
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw parameterError('body')
  }
}

function refuseHostile(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null) return
  if (depth > DEPTH_LIMIT) throw parameterError('body')
  for (const [key, inner] of Object.entries(value)) {
    if (REFUSED_KEYS.has(key)) throw parameterError('body')
    refuseHostile(inner, depth + 1)
  }
}

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
