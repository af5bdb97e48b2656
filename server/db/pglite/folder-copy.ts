import { constants } from 'node:fs'
import { cp, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import type { DatabaseSnapshot } from '../database-snapshot.js'
import type { Database } from '../schema/schema.js'
import { MIN_FREE_BYTES } from './free-space-guard.js'
import { PGliteDialect } from './pglite-dialect.js'
import { PGliteSupervisor } from './pglite-supervisor.js'

export class NoSpaceForCopy extends Error {
  override name = 'NoSpaceForCopy'
}

/** A statement of a copy reads a whole table. */
const SILENCE_MS = 600_000

/**
 * Copies the folder of the running database and opens the copy, because a transaction of PGlite blocks all other queries.
 * They wait only while files are copied. Throws NoSpaceForCopy.
 */
export async function openFolderCopy(db: Kysely<Database>, folder: string, copy: string): Promise<DatabaseSnapshot> {
  await removeFolder(copy)
  try {
    await copyFolder(db, folder, copy)
    const supervisor = new PGliteSupervisor(copy, { silenceMs: SILENCE_MS })
    const close = async () => {
      await supervisor.close()
      await removeFolder(copy)
    }
    await supervisor.waitReady().catch(async error => {
      await close()
      throw error
    })
    return { db: new Kysely<Database>({ dialect: new PGliteDialect(supervisor, async () => undefined) }), close }
  } catch (error) {
    await removeFolder(copy)
    throw error
  }
}

export const removeFolder = (folder: string) => rm(folder, { recursive: true, force: true })

async function copyFolder(db: Kysely<Database>, folder: string, copy: string): Promise<void> {
  await db.connection().execute(async connection => {
    // Nothing else writes while this connection is taken, and the checkpoint has written everything to the files.
    await sql`checkpoint`.execute(connection)
    const { bavail, bsize } = await statfs(folder)
    if (bavail * bsize < (await measureFolder(folder)) + MIN_FREE_BYTES) throw new NoSpaceForCopy('no space for a copy')
    await cp(folder, copy, { recursive: true, mode: constants.COPYFILE_FICLONE })
    // Fails if the database was restarted meanwhile, and has changed its files.
    await sql`select 1`.execute(connection)
  })
}

async function measureFolder(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile())
  const sizes = await Promise.all(files.map(async file => (await stat(join(file.parentPath, file.name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}
