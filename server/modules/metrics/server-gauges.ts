import { getHeapStatistics } from 'node:v8'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { CacheCounts } from '../../db/cache-counts.js'
import { createFreeBytesReader } from '../../db/pglite/free-space-guard.js'
import type { PoolCounts } from '../../db/pool-counts.js'
import type { ReplicaCounts } from '../../db/replicas/replicas.js'
import type { Services } from '../../services.js'
import { MAX_COUNTED, type QueueName, type QueueState, readQueues } from './queries.js'

/** Several scrapers share one statement. */
const QUEUES_LIFETIME_MS = 5_000
const QUEUES_TIMEOUT_MS = 2_000

/** Registers what is read when a scrape asks for it. */
export function registerServerGauges(services: Services, readPool: (() => PoolCounts) | null): void {
  const { metrics, isClockTrusted, contentCache, answerCaches, config } = services
  const { registry } = metrics
  registerGauge(registry, 'drama_clock_trusted', '1 if the clocks agree, 0 if nothing expires.', () =>
    isClockTrusted() ? 1 : 0
  )
  const { heap_size_limit: heapLimit } = getHeapStatistics()
  registerGauge(registry, 'drama_heap_limit_bytes', 'Heap at which Node ends the process.', () => heapLimit)
  const readFreeBytes = createFreeBytesReader(config.dataDir)
  registerGauge(registry, 'drama_data_dir_free_bytes', 'Free space on the disk of DATA_DIR.', readFreeBytes)
  registerCaches(registry, { content: contentCache.counts, answers: answerCaches.counts })
  if (readPool !== null) registerPool(registry, readPool)
  registerReplicas(registry, services.replicas)
  registerQueues(services)
}

function registerGauge(registry: Registry, name: string, help: string, read: () => number | Promise<number>): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      // A gauge that cannot be read must not end the scrape of the others.
      this.set(await Promise.resolve(read()).catch(() => Number.NaN))
    }
  })
}

function registerPool(registry: Registry, readPool: () => PoolCounts): void {
  const gauges: [keyof PoolCounts, string, string][] = [
    ['total', 'drama_database_connections', 'Open connections to the database.'],
    ['idle', 'drama_database_connections_idle', 'Open connections that nothing uses.'],
    ['max', 'drama_database_connections_max', 'Most connections that this server opens.'],
    ['waiting', 'drama_database_connections_waiting', 'Statements and transactions that wait for a connection.']
  ]
  for (const [count, name, help] of gauges) registerGauge(registry, name, help, () => readPool()[count])
}

function registerReplicas(registry: Registry, { readCounts }: Services['replicas']): void {
  const gauges: [keyof ReplicaCounts, string, string][] = [
    ['configured', 'drama_database_replicas', 'Replicas of DATABASE_REPLICA_URL.'],
    ['usable', 'drama_database_replicas_usable', 'Replicas that answer and are at most some seconds behind.'],
    ['reads', 'drama_database_replica_reads', 'Statements that a replica answered, since the start.'],
    [
      'failures',
      'drama_database_replica_failures',
      'Statements that a replica failed and the primary ran, since the start.'
    ]
  ]
  for (const [count, name, help] of gauges) registerGauge(registry, name, help, () => readCounts()[count])
}

function registerCaches(registry: Registry, caches: Record<'content' | 'answers', CacheCounts>): void {
  const registers = [registry]
  const entries = Object.entries(caches)
  new Counter({
    name: 'drama_cache_requests_total',
    help: 'Reads of content in memory, and of whole answers.',
    labelNames: ['cache', 'result'],
    registers,
    collect() {
      this.reset()
      for (const [cache, { hits, misses }] of entries) {
        this.inc({ cache, result: 'hit' }, hits)
        this.inc({ cache, result: 'miss' }, misses)
      }
    }
  })
  new Gauge({
    name: 'drama_cache_bytes',
    help: 'Size of what the caches hold, estimated.',
    labelNames: ['cache'],
    registers,
    collect() {
      for (const [cache, counts] of entries) this.set({ cache }, counts.bytes())
    }
  })
}

function registerQueues({ metrics: { registry }, db, clock }: Services): void {
  let shared: { queues: Promise<Map<QueueName, QueueState> | null>; at: number } | null = null
  const readShared = () => {
    const now = clock.now()
    const isFresh = shared !== null && now >= shared.at && now - shared.at < QUEUES_LIFETIME_MS
    if (shared === null || !isFresh) {
      shared = { queues: withTimeout(readQueues(db, new Date(now))).catch(() => null), at: now }
    }
    return shared.queues
  }
  registerGauge(registry, 'drama_database_up', '1 if the database answered this scrape.', async () =>
    (await readShared()) === null ? 0 : 1
  )
  const gauges: [keyof QueueState, string, string][] = [
    ['depth', 'drama_queue_depth', `Entries of a queue, ${MAX_COUNTED} at most.`],
    ['overdueSeconds', 'drama_queue_overdue_seconds', 'How long the first entry of a queue has been due.']
  ]
  for (const [part, name, help] of gauges) {
    new Gauge({
      name,
      help,
      labelNames: ['queue'],
      registers: [registry],
      async collect() {
        const queues = await readShared()
        this.reset()
        for (const [queue, state] of queues ?? []) this.set({ queue }, state[part])
      }
    })
  }
}

function withTimeout<Result>(work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), QUEUES_TIMEOUT_MS)
  })
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}
