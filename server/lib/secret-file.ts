import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Creates the secret on first use, readable only by its owner. Throws the error that `createError` creates. */
export function readOrCreateSecret(folder: string, name: string, createError: (reason: string) => Error): string {
  const file = join(folder, name)
  try {
    mkdirSync(folder, { recursive: true })
    return readFileSync(file, 'utf8').trim() || createSecret(file, createError)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return createSecret(file, createError)
    throw createError(`${file} cannot be read`)
  }
}

function createSecret(file: string, createError: (reason: string) => Error): string {
  const secret = randomBytes(32).toString('base64url')
  try {
    writeFileSync(file, `${secret}\n`, { mode: 0o600 })
    chmodSync(file, 0o600)
  } catch {
    throw createError(`${file} cannot be written`)
  }
  return secret
}
