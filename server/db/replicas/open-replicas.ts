import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely'
import { type Log, toLoggedError } from '../../lib/log.js'
import { createReplicaPool } from '../postgres/postgres-pool.js'
import { createPrimaryFinder } from '../postgres/primary-finder.js'
import type { Database } from '../schema/schema.js'
import { withPrimaryFallback } from './primary-fallback.js'
import { type Replica, watchReplicas } from './replicas.js'
import type { WalPosition } from './viewer-writes.js'

interface ReplicaSetup {
  addresses: readonly string[]
  /** The primary, and its pool. */
  db: Kysely<Database>
  pool: PostgresPool
  log: Log
}

export function openReplicas({ addresses, db, pool, log }: ReplicaSetup) {
  const opened = addresses.map(address => {
    const { host } = new URL(address)
    const onError = (error: Error) => log.warn({ host, error: toLoggedError(error) }, 'replica connection lost')
    const replicaPool = createReplicaPool(createPrimaryFinder([address]), onError)
    const withFallback = withPrimaryFallback(replicaPool, pool, {
      onRead: () => replicas.countRead(),
      onFailure: error => replicas.reportFailure(host, error)
    })
    // Destroying the second one would end the same pool once more.
    const direct = new Kysely<Database>({ dialect: new PostgresDialect({ pool: replicaPool }) })
    const reader = new Kysely<Database>({ dialect: new PostgresDialect({ pool: withFallback }) })
    const replica: Replica = { host, db: reader, readPosition: () => readReplayedPosition(direct) }
    return { replica, close: () => replicaPool.end() }
  })
  const replicas = watchReplicas(
    db,
    opened.map(({ replica }) => replica),
    log
  )
  const closeReplicas = async () => {
    await replicas.stop()
    await Promise.all(opened.map(({ close }) => close()))
  }
  return { replicas, closeReplicas }
}

/** Null if it is not a replica, for example because it was promoted. */
async function readReplayedPosition(db: Kysely<Database>): Promise<WalPosition | null> {
  const { rows } = await sql<{ position: WalPosition | null }>`
    select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as position`.execute(db)
  return rows[0]?.position ?? null
}
