import type { Worker } from 'node:worker_threads'
import { startThread } from '../../lib/worker-thread.js'

const candidates = ['./pglite-worker.js', './db/pglite-worker.js', './pglite-worker.ts']

/** Starts the database worker on the folder; null keeps the database in memory. */
export const startWorkerThread = (directory: string | null): Worker =>
  startThread(candidates, import.meta.url, { directory })
