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
