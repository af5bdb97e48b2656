import { join } from 'node:path'
import type { Config } from '../../../config/config.js'
import { createFairQueue, type FairQueue } from '../../../lib/fair-queue.js'
import { createDuckDb, type DuckDb } from './duckdb.js'
import { type FactStore, openFactStore } from './fact-store.js'

export interface FactArchive {
  store: FactStore
  duckDb: DuckDb
  reports: FairQueue
}

export function openFactArchive(config: Pick<Config, 'dataDir' | 'mediaBucket'>): FactArchive {
  const store = openFactStore(config)
  return { store, duckDb: createDuckDb(join(config.dataDir, 'report-facts', 'duckdb')), reports: createFairQueue() }
}
