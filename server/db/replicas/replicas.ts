import { type Kysely, sql } from 'kysely'
import { type Log, toLoggedError } from '../../lib/log.js'
import { isDatabaseUnavailable } from '../database-error.js'
import type { Database } from '../schema/schema.js'
import { createViewerWrites, forgetWritesBefore, isWalPositionAtLeast, type WalPosition } from './viewer-writes.js'

export interface Replicas {
  /**
   * For single statements that only read, and never for money: a replica that has everything the viewer has written, or
   * else the primary. `viewer` has the position when the session was read, null if it is unknown; it is null for a caller
   * without a token.
   */
  readerFor(viewer: { writtenPosition: WalPosition | null } | null): Kysely<Database>
  /** Call it after the commit of what a viewer wrote, and before the viewer learns of it. */
  noteWrite(userId: string): Promise<void>
  readCounts(): ReplicaCounts
}

/** `usable` counts replicas that are at most some seconds behind; `reads` and `failures` are statements since the start. */
export interface ReplicaCounts {
  configured: number
  usable: number
  reads: number
  failures: number
}

export const createNoReplicas = (db: Kysely<Database>): Replicas => ({
  readerFor: () => db,
  noteWrite: async () => undefined,
  readCounts: () => ({ configured: 0, usable: 0, reads: 0, failures: 0 })
})

const POLL_MS = 500
/** What everyone has to see is at least this old, so that a replica has time to replay it. */
const ALLOWED_LAG_MS = 5000
const FORGET_MS = 10_000

export interface Replica {
  /** Without the password. */
  host: string
  db: Kysely<Database>
  /** Fails if the replica does, instead of asking the primary. */
  readPosition(): Promise<WalPosition | null>
}

interface WatchedReplica extends Replica {
  /** Null while it is not to be asked. */
  replayed: WalPosition | null
}

export interface WatchedReplicas extends Replicas {
  countRead(): void
  /** An unavailable replica is not asked until it answers a poll again. */
  reportFailure(host: string, error: unknown): void
  stop(): Promise<void>
}

export function watchReplicas(db: Kysely<Database>, replicas: readonly Replica[], log: Log): WatchedReplicas {
  const watched: WatchedReplica[] = replicas.map(replica => ({ ...replica, replayed: null }))
  const noteWrite = createViewerWrites(db)
  let samples: { at: number; position: WalPosition }[] = []
  /** What a caller without a token has to see. */
  let everyone: WalPosition | null = null
  let forgottenAt = Number.NEGATIVE_INFINITY
  let reads = 0
  let failures = 0
  let isStopped = false

  function setReplayed(replica: WatchedReplica, replayed: WalPosition | null, error?: unknown) {
    if ((replica.replayed === null) !== (replayed === null)) {
      const fields = { host: replica.host, ...(error === undefined ? {} : { error: toLoggedError(error) }) }
      if (replayed === null) log.warn(fields, 'a replica is no longer asked')
      else log.info(fields, 'a replica is asked')
    }
    replica.replayed = replayed
  }

  async function pollReplica(replica: WatchedReplica) {
    try {
      setReplayed(replica, await replica.readPosition())
    } catch (error) {
      setReplayed(replica, null, error)
    }
  }

  async function pollPrimary() {
    const position = await readWritePosition(db)
    const now = performance.now()
    samples.push({ at: now, position })
    const old = samples.filter(({ at }) => at <= now - ALLOWED_LAG_MS).at(-1)
    if (old === undefined) return
    samples = samples.filter(({ at }) => at >= old.at)
    everyone = old.position
    if (now - forgottenAt < FORGET_MS) return
    await forgetWritesBefore(db, old.position)
    forgottenAt = now
  }

  async function run() {
    while (!isStopped) {
      // A primary that fails is told of by the requests, which it fails as well.
      await Promise.all([pollPrimary().catch(() => undefined), ...watched.map(pollReplica)])
      await new Promise(resolve => {
        setTimeout(resolve, POLL_MS).unref()
      })
    }
  }
  const running = run()

  const listUsable = (least: WalPosition | null) =>
    least === null ? [] : watched.filter(({ replayed }) => replayed !== null && isWalPositionAtLeast(replayed, least))

  return {
    readerFor(viewer) {
      const usable = listUsable(viewer === null ? everyone : viewer.writtenPosition)
      return usable[Math.floor(Math.random() * usable.length)]?.db ?? db
    },
    async noteWrite(userId) {
      // The write itself has succeeded. A primary that fails now also fails the read of the session before the next read.
      await noteWrite(userId).catch(error =>
        log.warn({ error: toLoggedError(error) }, 'a write was not noted for the replicas')
      )
    },
    readCounts: () => ({ configured: watched.length, usable: listUsable(everyone).length, reads, failures }),
    countRead() {
      reads += 1
    },
    reportFailure(host, error) {
      failures += 1
      if (!isDatabaseUnavailable(error)) return
      for (const replica of watched) if (replica.host === host) setReplayed(replica, null, error)
    },
    stop() {
      isStopped = true
      return running
    }
  }
}

async function readWritePosition(db: Kysely<Database>): Promise<WalPosition> {
  const { rows } = await sql<{ position: WalPosition }>`select pg_current_wal_insert_lsn()::text as position`.execute(
    db
  )
  if (rows[0] === undefined) throw new Error('the primary has no position')
  return rows[0].position
}
