import { join } from 'node:path'
import { dataFolderNames } from '../../server/config/data-folder-names.js'
import { ConfigError } from '../../server/config/env-values.js'
import { DatabaseUnavailable } from '../../server/db/database-error.js'
import type { DatabaseSnapshot } from '../../server/db/database-snapshot.js'
import { DumpError } from '../../server/db/dump/dump-format.js'
import { type FilledDatabase, fillDatabase } from '../../server/db/dump/fill-database.js'
import { describeDatabaseError, openUnlimitedPostgres } from '../../server/db/open.js'
import { openPGliteInProcess } from '../../server/db/pglite/pglite-in-process.js'
import { type LedgerCheck, verifyLedger } from '../../server/modules/ledger/verify-ledger.js'
import { BackupFailure } from './backup-failure.js'

export interface FillOptions {
  text: AsyncIterable<string>
  /** Runs when everything is in the database and checked, before it is committed. */
  beforeCommit(): Promise<void>
}

export interface FillResult extends FilledDatabase {
  ledger: LedgerCheck
}

/** `setting` is named in errors. */
export function fillPostgres(databaseUrl: string, setting: string, options: FillOptions): Promise<FillResult> {
  const db = openUnlimitedPostgres(databaseUrl, () => undefined)
  return fillAndClose({ db, close: () => db.destroy() }, setting, options)
}

/** `parent` is the folder to create the database in. */
export async function fillPGlite(parent: string, options: FillOptions): Promise<FillResult> {
  return fillAndClose(await openPGliteInProcess(join(parent, dataFolderNames.database)), 'DATA_DIR', options)
}

async function fillAndClose(
  { db, close }: DatabaseSnapshot,
  setting: string,
  { text, beforeCommit }: FillOptions
): Promise<FillResult> {
  try {
    return await fillDatabase(db, text, async (connection, filled) => {
      const ledger = await verifyLedger(connection)
      await beforeCommit()
      return { ...filled, ledger }
    })
  } catch (error) {
    if (error instanceof DumpError || error instanceof DatabaseUnavailable)
      throw new BackupFailure(`${setting}: ${error.message}`)
    const isDescribed = error instanceof BackupFailure || error instanceof ConfigError
    if (isDescribed || !(error instanceof Error) || !('code' in error)) throw error
    throw new BackupFailure(`${setting}: ${describeDatabaseError(error)}; nothing was written`)
  } finally {
    await close()
  }
}
