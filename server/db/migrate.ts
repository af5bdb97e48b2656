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
import { up as store } from './migrations/0010-store.js'
import { up as accounts } from './migrations/0011-accounts.js'
import { up as guarantee } from './migrations/0012-guarantee.js'
import { up as rewards } from './migrations/0013-rewards.js'
import { up as partialRefunds } from './migrations/0014-partial-refunds.js'
import { up as mailBudget } from './migrations/0015-mail-budget.js'
import { up as failedRefunds } from './migrations/0016-failed-refunds.js'
import { up as partners } from './migrations/0017-partners.js'
import { up as campaigns } from './migrations/0018-campaigns.js'
import { up as consent } from './migrations/0019-consent.js'
import { up as partnerTokens } from './migrations/0020-partner-tokens.js'
import { up as ledgerRoots } from './migrations/0021-ledger-roots.js'
import { up as shareScope } from './migrations/0022-share-scope.js'
import type { Database } from './schema/schema.js'

// Forward only and additive: never edit a released step. The previous version must run on the new schema.
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-people': { up: people },
  '0002-catalogue': { up: catalogue },
  '0003-watching': { up: watching },
  '0004-browsing': { up: browsing },
  '0005-search': { up: search },
  '0006-keeping': { up: keeping },
  '0007-spending': { up: spending },
  '0008-watching-time': { up: watchingTime },
  '0009-ledger': { up: ledger },
  '0010-store': { up: store },
  '0011-accounts': { up: accounts },
  '0012-guarantee': { up: guarantee },
  '0013-rewards': { up: rewards },
  '0014-partial-refunds': { up: partialRefunds },
  '0015-mail-budget': { up: mailBudget },
  '0016-failed-refunds': { up: failedRefunds },
  '0017-partners': { up: partners },
  '0018-campaigns': { up: campaigns },
  '0019-consent': { up: consent },
  '0020-partner-tokens': { up: partnerTokens },
  '0021-ledger-roots': { up: ledgerRoots },
  '0022-share-scope': { up: shareScope }
}

const createMigrator = (db: Kysely<Database>) =>
  new Migrator({ db, provider: { getMigrations: async () => migrations } })

export async function migrate(db: Kysely<Database>): Promise<number> {
  const { error, results } = await createMigrator(db).migrateToLatest()
  if (error !== undefined) throw error
  return results?.length ?? 0
}

/** The database of a newer version has others, too. */
export async function hasAllMigrations(db: Kysely<Database>): Promise<boolean> {
  const known = await createMigrator(db).getMigrations()
  return known.every(({ executedAt }) => executedAt !== undefined)
}
