import { type Kysely, type Migration, type MigrationResultSet, Migrator, sql } from 'kysely'
import { isLockTimeout } from './database-error.js'
import { buildIndexesConcurrently, type LargeIndex } from './large-index.js'
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
import { up as refundsAndFeedback } from './migrations/0023-refunds-and-feedback.js'
import { up as testVisits } from './migrations/0024-test-visits.js'
import { up as conversions } from './migrations/0025-conversions.js'
import { up as reportSources } from './migrations/0026-report-sources.js'
import { up as campaignNewcomers } from './migrations/0027-campaign-newcomers.js'
import { up as embedAncestors } from './migrations/0028-embed-ancestors.js'
import { up as operatorResults } from './migrations/0029-operator-results.js'
import { up as passRefunds } from './migrations/0030-pass-refunds.js'
import { up as answerRetention } from './migrations/0031-answer-retention.js'
import { up as servedMedia } from './migrations/0032-served-media.js'
import { up as earningLimits } from './migrations/0033-earning-limits.js'
import { up as printPositions } from './migrations/0035-print-positions.js'
import { up as clockGuard } from './migrations/0036-clock-guard.js'
import { up as earningNetworks } from './migrations/0037-earning-networks.js'
import { up as checkIns } from './migrations/0038-check-ins.js'
import { up as push } from './migrations/0039-push.js'
import { up as contentVersion } from './migrations/0040-content-version.js'
import { up as rateBuckets } from './migrations/0041-rate-buckets.js'
import { up as viewerWrites } from './migrations/0042-viewer-writes.js'
import { up as beatRetention } from './migrations/0043-beat-retention.js'
import { up as factArchive } from './migrations/0044-fact-archive.js'
import { up as members } from './migrations/0045-members.js'
import { up as reviewLeases, indexes as reviewLeasesIndexes } from './migrations/0046-review-leases.js'
import { up as support, indexes as supportIndexes } from './migrations/0047-support.js'
import { up as today, indexes as todayIndexes } from './migrations/0048-today.js'
import { up as reportSchedules, indexes as reportSchedulesIndexes } from './migrations/0049-report-schedules.js'
import { up as dramaEdits } from './migrations/0050-drama-edits.js'
import { up as uploads } from './migrations/0051-uploads.js'
import { up as experiments } from './migrations/0052-experiments.js'
import { up as partnerMembers } from './migrations/0053-partner-members.js'
import { up as servers, indexes as serversIndexes } from './migrations/0054-servers.js'
import { up as scheduledBy } from './migrations/0055-scheduled-by.js'
import { up as beganAsDraft } from './migrations/0056-began-as-draft.js'
import { up as orderList, indexes as orderListIndexes } from './migrations/0057-order-list.js'
import { up as logActions, indexes as logActionsIndexes } from './migrations/0058-log-actions.js'
import { up as orderEnds, indexes as orderEndsIndexes } from './migrations/0059-order-ends.js'
import type { Database } from './schema/schema.js'

export interface IndexedMigration extends Migration {
  /** Built before the migration, unless their tables are small. */
  indexes?: readonly LargeIndex[]
}

// Forward only and additive: never edit a released step. The previous version must run on the new schema.
export const migrations: Readonly<Record<string, IndexedMigration>> = {
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
  '0022-share-scope': { up: shareScope },
  '0023-refunds-and-feedback': { up: refundsAndFeedback },
  '0024-test-visits': { up: testVisits },
  '0025-conversions': { up: conversions },
  '0026-report-sources': { up: reportSources },
  '0027-campaign-newcomers': { up: campaignNewcomers },
  '0028-embed-ancestors': { up: embedAncestors },
  '0029-operator-results': { up: operatorResults },
  '0030-pass-refunds': { up: passRefunds },
  '0031-answer-retention': { up: answerRetention },
  '0032-served-media': { up: servedMedia },
  '0033-earning-limits': { up: earningLimits },
  '0035-print-positions': { up: printPositions },
  '0036-clock-guard': { up: clockGuard },
  '0037-earning-networks': { up: earningNetworks },
  '0038-check-ins': { up: checkIns },
  '0039-push': { up: push },
  '0040-content-version': { up: contentVersion },
  '0041-rate-buckets': { up: rateBuckets },
  '0042-viewer-writes': { up: viewerWrites },
  '0043-beat-retention': { up: beatRetention },
  '0044-fact-archive': { up: factArchive },
  '0045-members': { up: members },
  '0046-review-leases': { up: reviewLeases, indexes: reviewLeasesIndexes },
  '0047-support': { up: support, indexes: supportIndexes },
  '0048-today': { up: today, indexes: todayIndexes },
  '0049-report-schedules': { up: reportSchedules, indexes: reportSchedulesIndexes },
  '0050-drama-edits': { up: dramaEdits },
  '0051-uploads': { up: uploads },
  '0052-experiments': { up: experiments },
  '0053-partner-members': { up: partnerMembers },
  '0054-servers': { up: servers, indexes: serversIndexes },
  '0055-scheduled-by': { up: scheduledBy },
  '0056-began-as-draft': { up: beganAsDraft },
  '0057-order-list': { up: orderList, indexes: orderListIndexes },
  '0058-log-actions': { up: logActions, indexes: logActionsIndexes },
  '0059-order-ends': { up: orderEnds, indexes: orderEndsIndexes }
}

const createMigrator = (db: Kysely<Database>, steps: Readonly<Record<string, Migration>> = limitedMigrations) =>
  new Migrator({ db, provider: { getMigrations: async () => steps } })

/**
 * A statement that waits for a table's lock also stops everyone who comes after it. So it gives up soon, and the server
 * tries again, while older servers go on.
 */
const limitedMigrations: Record<string, Migration> = Object.fromEntries(
  Object.entries(migrations).map(([name, { up }]) => [
    name,
    {
      up: async db => {
        await sql`set local lock_timeout = '1s'`.execute(db)
        await up(db)
      }
    }
  ])
)

const LOCK_RETRY_MS = 500
const MAX_LOCK_RETRIES = 120

/**
 * Returns the number of migrations that it ran: all in one transaction in a new database, otherwise each in its own, so that
 * no lock is held for longer than one takes. Throws if a table stays locked for minutes.
 */
export async function migrate(db: Kysely<Database>): Promise<number> {
  const done = await readMigrationsDone(db)
  if (done.join() === Object.keys(migrations).join()) return 0
  let count = 0
  if (done.length > 0) {
    for (let next = await findNext(db); next !== null; next = await findNext(db)) {
      await buildIndexesConcurrently(db, migrations[next]?.indexes ?? [])
      count += await runOnly(db, next)
    }
  }
  // Refuses the database of a newer version.
  return count + (await runUntilFree(() => createMigrator(db).migrateToLatest()))
}

async function findNext(db: Kysely<Database>): Promise<string | null> {
  const names = new Set(await readMigrationNames(db))
  return Object.keys(migrations).find(name => !names.has(name)) ?? null
}

class RunElsewhere extends Error {}

/** Returns 0 if another server ran it meanwhile. */
async function runOnly(db: Kysely<Database>, wanted: string): Promise<number> {
  const refuse = async () => {
    throw new RunElsewhere()
  }
  const steps = Object.entries(limitedMigrations).map(([name, step]) => [name, name === wanted ? step : { up: refuse }])
  try {
    return await runUntilFree(() => createMigrator(db, Object.fromEntries(steps)).migrateUp())
  } catch (error) {
    if (error instanceof RunElsewhere) return 0
    throw error
  }
}

async function runUntilFree(run: () => Promise<MigrationResultSet>): Promise<number> {
  for (let retry = 0; ; retry++) {
    const { error, results } = await run()
    if (error === undefined) return results?.length ?? 0
    if (!isLockTimeout(error) || retry === MAX_LOCK_RETRIES) throw error
    await new Promise(resolve => setTimeout(resolve, LOCK_RETRY_MS))
  }
}

/** Two short statements, because the migrator reads the catalogue of the whole database and locks. */
async function readMigrationsDone(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('kysely_migration') is not null as exists
  `.execute(db)
  return rows[0]?.exists === true ? readMigrationNames(db) : []
}

/** The database of a newer version has others, too. */
export async function hasAllMigrations(db: Kysely<Database>): Promise<boolean> {
  const known = await createMigrator(db).getMigrations()
  return known.every(({ executedAt }) => executedAt !== undefined)
}

/** Runs in the transaction that is open on `connection`, up to the migration `last`, by default all. */
export async function migrateOnConnection(connection: Kysely<Database>, last?: string): Promise<void> {
  const provider = { getMigrations: async () => migrations }
  const migrator = new Migrator({ db: connection, provider, disableTransactions: true })
  const { error } = await (last === undefined ? migrator.migrateToLatest() : migrator.migrateTo(last))
  if (error !== undefined) throw error
}

export async function readMigrationNames(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** The first of `names` that is not the migration of this version at its place. */
export function findUnknownMigration(names: readonly string[]): string | null {
  const known = Object.keys(migrations).toSorted()
  return names.find((name, index) => name !== known[index]) ?? null
}
