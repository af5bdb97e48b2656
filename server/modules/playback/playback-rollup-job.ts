import { type Kysely, sql } from 'kysely'
import type { Database } from '../../db/schema/schema.js'
import { type JobMonitor, startBackgroundJob } from '../../lib/background-job.js'
import type { Clock } from '../../lib/clock.js'
import { type Log, toLoggedError } from '../../lib/log.js'
import { readTrustedTime } from '../clock/trusted-time.js'
import type { Metrics } from '../metrics/metrics.js'
import { SLOT_MS, SLOTS_PER_DAY } from '../report/metrics.js'
import type { PlaybackCount, PlaybackMeasures } from './playback-measures.js'

const INTERVAL_MS = 5_000
const RETENTION_SLOTS = 90 * SLOTS_PER_DAY
const DELETE_BATCH = 5_000

/** The returned function also stores what was counted since the last run. */
export function startPlaybackRollupJob({
  db,
  clock,
  log,
  monitor,
  metrics: { playback }
}: {
  db: Kysely<Database>
  clock: Clock
  log: Log
  monitor: JobMonitor
  metrics: Pick<Metrics, 'playback'>
}): () => Promise<void> {
  const failure = 'what browsers measured cannot be stored'
  const stopJob = startBackgroundJob(
    { name: 'playback_rollup', pauseMs: INTERVAL_MS, failure, log, monitor },
    async () => {
      await storePlaybackCounts(db, playback)
      await deleteOldCounts(db, await readTrustedTime(db, new Date(clock.now())))
    }
  )
  return async () => {
    await stopJob()
    await storePlaybackCounts(db, playback).catch(error => log.warn({ error: toLoggedError(error) }, failure))
  }
}

/** Several servers add to the same rows. */
export async function storePlaybackCounts(db: Kysely<Database>, measures: PlaybackMeasures): Promise<void> {
  const counts = measures.take()
  if (counts.length === 0) return
  try {
    await addPlaybackCounts(db, counts)
  } catch (error) {
    measures.restore(counts)
    throw error
  }
}

export async function addPlaybackCounts(db: Kysely<Database>, counts: readonly PlaybackCount[]): Promise<void> {
  await sql`insert into playback_rollups (slot, measure, kind, bucket, count, total)
    select slot, measure, kind, bucket, count, total
    from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb)
      as counted (slot integer, measure text, kind text, bucket smallint, count bigint, total bigint)
    -- In one order, so that servers wait for each other and do not lock each other.
    order by slot, measure, kind, bucket
    on conflict (slot, measure, kind, bucket) do update set count = playback_rollups.count + excluded.count,
      total = playback_rollups.total + excluded.total`.execute(db)
}

async function deleteOldCounts(db: Kysely<Database>, now: Date): Promise<void> {
  const before = Math.floor(now.getTime() / SLOT_MS) - RETENTION_SLOTS
  await sql`delete from playback_rollups where (slot, measure, kind, bucket) in (
    select slot, measure, kind, bucket from playback_rollups where slot < ${before}::integer
    order by slot limit ${DELETE_BATCH} for update skip locked
  )`.execute(db)
}
