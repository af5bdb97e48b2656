import { type Kysely, sql } from 'kysely'
import type { Database } from '../../../db/schema/schema.js'
import { type JobMonitor, startBackgroundJob } from '../../../lib/background-job.js'
import type { Clock } from '../../../lib/clock.js'
import { createDailyRound } from '../../../lib/daily-round.js'
import type { Log } from '../../../lib/log.js'
import type { Random } from '../../../lib/random.js'
import { readTrustedTime } from '../../clock/trusted-time.js'
import { releaseWriteLease, renewArchive, takeWriteLease } from './archive-state.js'
import type { FactArchive } from './fact-archive.js'
import { type FactWriteOptions, mergeFactFiles, writeQueuedFacts } from './write-facts.js'

const INTERVAL_MS = 60_000
const UNLISTED_FILE_MS = 86_400_000

interface ArchiveOptions {
  db: Kysely<Database>
  archive: FactArchive
  clock: Clock
  random: Random
  log: Log
  monitor: JobMonitor
}

export function startArchiveJob({ db, archive, clock, random, log, monitor }: ArchiveOptions): () => Promise<void> {
  const removeFiles = createDailyRound(clock, 1, async () => {
    return { count: await removeUnlistedFiles(db, archive, Date.now()), next: null }
  })
  return startBackgroundJob(
    { name: 'report_archive', pauseMs: INTERVAL_MS, failure: 'facts of the report cannot be archived', log, monitor },
    async isStopped => {
      const now = await readTrustedTime(db, new Date(clock.now()))
      const { facts, merged } = await archiveFacts({ db, archive, random }, now, isStopped)
      await removeFiles(isStopped)
      if (facts > 0 || merged > 0) log.info({ facts, files_merged: merged }, 'facts of the report are archived')
    }
  )
}

/** Turns the archive on, writes what is due and merges files, unless another server does. */
export async function archiveFacts(
  options: FactWriteOptions,
  now: Date,
  isStopped: () => boolean
): Promise<{ facts: number; merged: number }> {
  const { db } = options
  await renewArchive(db, now)
  if (!(await takeWriteLease(db))) return { facts: 0, merged: 0 }
  try {
    const facts = await writeAll(options, isStopped)
    return { facts, merged: isStopped() ? 0 : await mergeFactFiles(options) }
  } finally {
    await releaseWriteLease(db)
  }
}

async function writeAll(options: FactWriteOptions, isStopped: () => boolean): Promise<number> {
  let facts = 0
  for (let written = 1; written > 0 && !isStopped(); facts += written) written = await writeQueuedFacts(options)
  return facts
}

/** What was merged into another file a day ago, or left by a crash. `now` is the time of the store, in epoch ms. */
export async function removeUnlistedFiles(db: Kysely<Database>, { store }: FactArchive, now: number): Promise<number> {
  const old = (await store.list()).filter(({ changedAt }) => now - changedAt > UNLISTED_FILE_MS)
  const { rows } = await sql<{ name: string }>`select name from report_fact_files`.execute(db)
  const listed = new Set(rows.map(({ name }) => name))
  const unlisted = old.filter(({ name }) => !listed.has(name))
  for (const file of unlisted) await file.remove()
  return unlisted.length
}
