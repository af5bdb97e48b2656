import { createRequire } from 'node:module'

const MISSING_TEXT = 'the package sharp is not installed, so pictures cannot be decoded'

/** `npm ci --omit=optional` leaves it out. Does not load it. */
export function isSharpInstalled(): boolean {
  try {
    createRequire(import.meta.url).resolve('sharp')
    return true
  } catch {
    return false
  }
}

/** Call it before a process that imports sharp starts, because such a process would only end. */
export function requireSharp(): void {
  if (!isSharpInstalled()) throw new Error(MISSING_TEXT)
}
