import type { Context } from 'hono'
import type { z } from 'zod'
import { BusinessError, createParameterError } from './business-error.js'

const MAX_DEPTH = 20
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

/** Throws 4001 unless the body of a POST is empty or a JSON object. */
export async function readParameters(context: Context, method: 'GET' | 'POST'): Promise<object> {
  return method === 'GET' ? context.req.query() : parseBody(await context.req.text())
}

function parseBody(text: string): object {
  if (text.trim() === '') return {}
  const body = parseJson(text)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw createParameterError('body')
  refuseHostileKeys(body, 1)
  return body
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw createParameterError('body')
  }
}

function refuseHostileKeys(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null) return
  if (depth > MAX_DEPTH) throw createParameterError('body')
  for (const [key, inner] of Object.entries(value)) {
    if (FORBIDDEN_KEYS.has(key)) throw createParameterError('body')
    refuseHostileKeys(inner, depth + 1)
  }
}

const MAX_FIELD_LENGTH = 64
const MAX_FIELDS = 20

const cutName = (name: string) => name.slice(0, MAX_FIELD_LENGTH)

/** Throws 4001 with the names of the invalid fields; of a strict schema, also those that it does not know. */
export function checkRequest<Request extends z.ZodType>(schema: Request, sent: unknown): z.output<Request> {
  const parsed = schema.safeParse(sent)
  if (parsed.success) return parsed.data
  const { issues } = parsed.error
  const unknown = issues.flatMap(issue => (issue.code === 'unrecognized_keys' ? issue.keys : []))
  if (unknown.length > 0) {
    const fields = unknown.map(cutName).slice(0, MAX_FIELDS)
    throw new BusinessError(4001, { fields, reason: 'unknown_parameter' })
  }
  const fields = issues.map(issue => cutName(issue.path.join('.')) || 'body')
  throw createParameterError(...[...new Set(fields)].slice(0, MAX_FIELDS))
}
