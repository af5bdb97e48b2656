import { createRequire } from 'node:module'

/** `npm ci --omit=optional` leaves some packages out. Does not load the package. */
export function isPackageInstalled(name: '@duckdb/node-api' | 'sharp'): boolean {
  try {
    createRequire(import.meta.url).resolve(name)
    return true
  } catch {
    return false
  }
}
