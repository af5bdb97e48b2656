import { type Kysely, type Migration, Migrator } from 'kysely'
import { up as people } from './migrations/0001-people.js'
import { up as catalogue } from './migrations/0002-catalogue.js'
import { up as watching } from './migrations/0003-watching.js'
import { up as browsing } from './migrations/0004-browsing.js'
import { up as search } from './migrations/0005-search.js'
import { up as keeping } from './migrations/0006-keeping.js'
import { up as spending } from './migrations/0007-spending.js'
import { up as watchingTime } from './migrations/0008-watching-time.js'
import { up as ledger } from './migrations/0009-ledger.js'
import type { Database } from './schema.js'

// Forward only and additive: a released step is never edited, and code of the version before runs on the new schema.
const migrations: Record<string, Migration> = {
  '0001-people': { up: people },
  '0002-catalogue': { up: catalogue },
  '0003-watching': { up: watching },
  '0004-browsing': { up: browsing },
  '0005-search': { up: search },
  '0006-keeping': { up: keeping },
  '0007-spending': { up: spending },
  '0008-watching-time': { up: watchingTime },
  '0009-ledger': { up: ledger }
}

/** Brings the schema up to date; gives the number of steps that were run. */
export async function migrate(db: Kysely<Database>): Promise<number> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
  return results?.length ?? 0
}
