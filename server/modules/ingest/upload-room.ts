import type { Kysely } from 'kysely'
import type { Config } from '../../config/config.js'
import type { FreeBytes } from '../../db/pglite/free-space-guard.js'
import type { Database } from '../../db/schema/schema.js'
import { readReceivedBytes } from './upload-files.js'

/** Stays free for the database and for packages in the making. */
const RESERVED_BYTES = 1024 ** 3

export interface UploadRoomContext {
  db: Kysely<Database>
  config: Pick<Config, 'dataDir'>
  freeUploadBytes: FreeBytes
}

/** How large a further file may be, after those that are on their way. */
export async function readUploadRoom({ db, config, freeUploadBytes }: UploadRoomContext): Promise<number> {
  const unfinished = await db.selectFrom('uploads').select(['id', 'size']).where('state', '=', 'uploading').execute()
  let room = (await freeUploadBytes()) - RESERVED_BYTES
  for (const { id, size } of unfinished) room -= Number(size) - (await readReceivedBytes(config, id))
  return Math.max(0, room)
}
