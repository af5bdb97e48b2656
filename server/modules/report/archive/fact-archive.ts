import { join } from 'node:path'
import type { Config } from '../../../config/config.js'
import { createFairQueue, type FairQueue } from '../../../lib/fair-queue.js'
import { createDuckDb, type DuckDb } from './duckdb.js'
import { type FactStore, openFactStore } from './fact-store.js'

export interface FactArchive {
  store: FactStore
  duckDb: DuckDb
  reports: FairQueue
  readTimeoutMs: number
  /** When reading failed, in ms of `performance.now()`. Until `RETRY_MS` later the rollups answer at once. */
  failedAt: number
}

const RETRY_MS = 30_000

export const isArchiveReadable = ({ failedAt }: FactArchive) => performance.now() - failedAt >= RETRY_MS

/** Leaves a request time for the rollups. */
const READ_TIMEOUT_MS = 6_000

export function openFactArchive(config: Pick<Config, 'dataDir' | 'mediaBucket'>): FactArchive {
  const store = openFactStore(config)
  return {
    store,
    duckDb: createDuckDb(join(config.dataDir, 'report-facts', 'duckdb.part')),
    reports: createFairQueue(),
    readTimeoutMs: READ_TIMEOUT_MS,
    failedAt: Number.NEGATIVE_INFINITY
  }
}
