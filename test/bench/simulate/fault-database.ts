import {
  type EmbeddedPostgres,
  type ReplicatedPostgres,
  startReplicatedPostgres
} from '../../server/support/servers/embedded-postgres.js'
import { type Pgbouncer, pgbouncerProgram, startPgbouncer } from '../../server/support/servers/pgbouncer.js'
import type { ClusterDatabase } from './cluster.js'

/** A primary, a synchronous standby and a replica. Where PgBouncer is installed, it is before the first two. */
export interface FaultDatabase extends ClusterDatabase {
  postgres: ReplicatedPostgres
  replica: EmbeddedPostgres
  /** Of the primary. */
  pooler: Pgbouncer | null
  /** Addresses of the database itself, without a pooler. */
  url: string
  standbyUrl: string
}

export async function openFaultDatabase(): Promise<FaultDatabase> {
  const durable = ['fsync=on', 'synchronous_commit=on', 'synchronous_standby_names=standby']
  const postgres = await startReplicatedPostgres(durable, { hasReplica: true })
  const { primary, standby, replica } = postgres
  if (replica === null) throw new Error('no replica')
  const url = await primary.createDatabase()
  const name = new URL(url).pathname.slice(1)
  const urls = [url, standby.url(name)]
  const poolers: Pgbouncer[] = []
  if (pgbouncerProgram !== null) for (const each of urls) poolers.push(await startPgbouncer(pgbouncerProgram, each))
  const hosts = (poolers.length > 0 ? poolers.map(pooler => pooler.url) : urls).map(each => new URL(each).host)
  return {
    postgres,
    replica,
    pooler: poolers[0] ?? null,
    url,
    standbyUrl: standby.url(name),
    settings: {
      DATABASE_URL: `postgres://postgres@${hosts.join(',')}/${name}`,
      DATABASE_REPLICA_URL: replica.url(name)
    },
    stop: async () => {
      for (const pooler of poolers) await pooler.stop()
      await postgres.stop()
    }
  }
}
