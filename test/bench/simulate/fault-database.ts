import {
  type EmbeddedPostgres,
  type ReplicatedPostgres,
  startReplicatedPostgres
} from '../../server/support/servers/embedded-postgres.js'
import { type Pgbouncer, pgbouncerProgram, startPgbouncer } from '../../server/support/servers/pgbouncer.js'
import type { ClusterDatabase } from './cluster.js'
import { openSmallDisk, type SmallDisk } from './small-disk.js'

/** A primary, a synchronous standby and a replica. Where PgBouncer is installed, it is before the first two. */
export interface FaultDatabase extends ClusterDatabase {
  postgres: ReplicatedPostgres
  replica: EmbeddedPostgres
  /** With the files of the primary; null if this user may not mount one. */
  disk: SmallDisk | null
  /** Of the primary. */
  pooler: Pgbouncer | null
  /** Addresses of the database itself, without a pooler. */
  url: string
  standbyUrl: string
}

/** The log of writes alone may take 300 MB. */
const DISK_MB = 1024

export async function openFaultDatabase(): Promise<FaultDatabase> {
  const durable = ['fsync=on', 'max_wal_size=256MB', 'synchronous_commit=on', 'synchronous_standby_names=standby']
  const disk = openSmallDisk(DISK_MB)
  const postgres = await startReplicatedPostgres(durable, { hasReplica: true, dataFolder: disk?.folder })
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
    disk,
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
      disk?.close()
    }
  }
}
