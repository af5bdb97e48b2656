import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { dataFolderNames } from '../../server/config/data-folder-names.js'
import { ConfigError } from '../../server/config/env-values.js'
import { DumpError } from '../../server/db/dump/dump-format.js'
import { type FilledDatabase, fillDatabase } from '../../server/db/dump/fill-database.js'
import { describeDatabaseError, openUnlimitedPostgres } from '../../server/db/open.js'
import { openPGliteInProcess } from '../../server/db/pglite/pglite-in-process.js'
import type { Database } from '../../server/db/schema/schema.js'
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
  return fillAndClose(
    openUnlimitedPostgres(databaseUrl, () => undefined),
    setting,
    options
  )
}

/** `parent` is the folder to create the database in. */
export async function fillPGlite(parent: string, options: FillOptions): Promise<FillResult> {
  return fillAndClose(await openPGliteInProcess(join(parent, dataFolderNames.database)), 'DATA_DIR', options)
}

async function fillAndClose(
  db: Kysely<Database>,
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
    if (error instanceof DumpError) throw new BackupFailure(`${setting}: ${error.message}`)
    const isDescribed = error instanceof BackupFailure || error instanceof ConfigError
    const isFromDatabase = error instanceof Error && ('code' in error || error.name === 'DatabaseUnavailable')
    if (isDescribed || !isFromDatabase) throw error
    throw new BackupFailure(`${setting}: ${describeDatabaseError(error)}; nothing was written`)
  } finally {
    await db.destroy()
  }
}
