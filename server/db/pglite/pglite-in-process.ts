import { PGlite } from '@electric-sql/pglite'
import { Kysely } from 'kysely'
import type { DatabaseSnapshot } from '../database-snapshot.js'
import type { Database } from '../schema/schema.js'
import { createFreeBytesReader, createFreeSpaceGuard } from './free-space-guard.js'
import { type EmbeddedDatabase, PGliteDialect } from './pglite-dialect.js'
import { pgliteParsers } from './pglite-parsers.js'

/** For commands: in the server it would block every request. The caller has locked the folder. */
export async function openPGliteInProcess(directory: string): Promise<DatabaseSnapshot> {
  const pglite = await PGlite.create(directory, { parsers: pgliteParsers })
  const embedded: EmbeddedDatabase = {
    generation: 0,
    waitReady: () => pglite.waitReady,
    run: async (statement, parameters) => {
      const { rows, affectedRows } = await pglite.query(statement, [...parameters])
      return { rows, affected: affectedRows ?? null }
    },
    close: () => pglite.close()
  }
  const guard = createFreeSpaceGuard(createFreeBytesReader(directory))
  const db = new Kysely<Database>({ dialect: new PGliteDialect(embedded, guard) })
  const close = async () => {
    await db.destroy()
    // Kysely closes only what it has used.
    if (!pglite.closed) await pglite.close()
  }
  return { db, close }
}
