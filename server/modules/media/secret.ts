import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigError } from '../../config.js'

/** The secrets that sign media tickets: MEDIA_SECRET, else one that is made once and kept in DATA_DIR/media.key. */
export function mediaSecretsOf({ mediaSecrets, dataDir }: Pick<Config, 'mediaSecrets' | 'dataDir'>): string[] {
  if (mediaSecrets.length > 0) return mediaSecrets
  const file = join(dataDir, 'media.key')
  try {
    mkdirSync(dataDir, { recursive: true })
    return [readFileSync(file, 'utf8').trim() || keepNew(file)]
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [keepNew(file)]
    throw new ConfigError('DATA_DIR', `${file} cannot be read`)
  }
}

function keepNew(file: string): string {
  const secret = randomBytes(32).toString('base64url')
  try {
    writeFileSync(file, `${secret}\n`, { mode: 0o600 })
    chmodSync(file, 0o600)
  } catch {
    throw new ConfigError('DATA_DIR', `${file} cannot be written`)
  }
  return secret
}
