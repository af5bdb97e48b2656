import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A secret that is made once and kept in a folder, for its owner alone; `fail` makes the error of a folder that cannot. */
export function secretFile(folder: string, name: string, fail: (reason: string) => Error): string {
  const file = join(folder, name)
  try {
    mkdirSync(folder, { recursive: true })
    return readFileSync(file, 'utf8').trim() || keepNew(file, fail)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return keepNew(file, fail)
    throw fail(`${file} cannot be read`)
  }
}

function keepNew(file: string, fail: (reason: string) => Error): string {
  const secret = randomBytes(32).toString('base64url')
  try {
    writeFileSync(file, `${secret}\n`, { mode: 0o600 })
    chmodSync(file, 0o600)
  } catch {
    throw fail(`${file} cannot be written`)
  }
  return secret
}
