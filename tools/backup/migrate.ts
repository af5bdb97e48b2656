import { BackupFailure } from './backup-failure.js'
import { openEmbeddedSource } from './database-source.js'
import { type FillResult, fillPostgres } from './database-target.js'
import type { BackupSettings } from './settings.js'

export interface MigrateOptions {
  to: string
  signal: AbortSignal
}

/**
 * Copies the embedded database, which stays as it was, into an empty Postgres: everything or nothing. The server must be
 * stopped. Throws BackupFailure or ConfigError.
 */
export async function migrateToPostgres(settings: BackupSettings, { to, signal }: MigrateOptions): Promise<FillResult> {
  // Do not repeat the value: it contains a password.
  if (!URL.canParse(to) || !['postgres:', 'postgresql:'].includes(new URL(to).protocol))
    throw new BackupFailure('--to is not an address that starts with postgres:// or postgresql://')
  const source = await openEmbeddedSource(settings)
  try {
    return await fillPostgres(to, '--to', { text: source.text, beforeCommit: async () => signal.throwIfAborted() })
  } finally {
    await source.close()
  }
}
