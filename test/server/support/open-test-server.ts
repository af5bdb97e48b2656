import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { createServer } from '../../../server/app.js'
import { type Config, readConfig } from '../../../server/config/config.js'
import type { FreeBytes } from '../../../server/db/pglite/free-space-guard.js'
import type { Replicas } from '../../../server/db/replicas/replicas.js'
import type { Database } from '../../../server/db/schema/schema.js'
import { createPostgresTokenBucketStore } from '../../../server/http/rate-limits/postgres-token-buckets.js'
import type { TokenBucketStore } from '../../../server/http/rate-limits/shared-token-buckets.js'
import type { ServerLifecycle } from '../../../server/http/server-lifecycle.js'
import { createLog } from '../../../server/lib/log.js'
import { systemRandom } from '../../../server/lib/random.js'
import type { Tracer } from '../../../server/lib/tracing.js'
import { createOpenApiDocument } from '../../../server/modules/api-docs/openapi-document.js'
import { AssetRegistry } from '../../../server/modules/catalogue/package/asset-registry.js'
import { PackageLoader } from '../../../server/modules/catalogue/package/package-loader.js'
import type { IngestProgram } from '../../../server/modules/ingest/ingest-program.js'
import { openMedia } from '../../../server/modules/media/media-files.js'
import { createMetrics, type Metrics } from '../../../server/modules/metrics/metrics.js'
import {
  createImageComparer,
  type ImageComparer
} from '../../../server/modules/reward/duplicate-image/image-comparer.js'
import { seedProducts } from '../../../server/modules/store/products.js'
import { manyVisitors } from '../../support/many-visitors.mjs'
import { createAnswerChecker } from './documented-answers.js'
import { writeCatalogue } from './package-fixture.js'
import { toPlatformResponse } from './platform-response.js'
import { type Engine, openTestDatabase } from './servers/test-database.js'

/** Stands still until the test moves it. Epoch milliseconds. */
export interface TestClock {
  now(): number
  advance(milliseconds: number): void
}

export function createTestClock(start = Date.parse('2026-11-21T12:00:00Z')): TestClock {
  let time = start
  return {
    now: () => time,
    advance: milliseconds => {
      time += milliseconds
    }
  }
}

/** Differences from the default server. Without `catalogueDirs` it serves three small generated dramas. */
export interface TestServerOptions {
  engine: Engine
  clock?: TestClock
  catalogueDirs?: string[]
  config?: Partial<Config>
  freeBytes?: FreeBytes
  postgresUrl?: string
  /** A migrated database; `close` leaves it open. */
  db?: Kysely<Database>
  replicas?: Replicas
  lifecycle?: ServerLifecycle
  imageComparer?: ImageComparer
  /** By default it says that everything is there, and runs nothing. */
  ingestProgram?: IngestProgram
  freeUploadBytes?: FreeBytes
  /** By default as in production: in the database on Postgres. */
  tokenBucketStore?: TokenBucketStore
  /** Throws if an answer of `fetch` is not as the OpenAPI document says. */
  checkAnswers?: boolean
  tracer?: Tracer
}

/** The real server without a port; `fetch` takes an absolute URL or a path. */
export interface TestServer {
  origin: string
  fetch(url: string | URL | Request, init?: RequestInit): Promise<Response>
  app: ReturnType<typeof createServer>
  /** What `checkAnswers` has checked. */
  checkedAnswers: ReadonlySet<string>
  clock: TestClock
  config: Config
  db: Kysely<Database>
  metrics: Metrics
  imageComparer: ImageComparer
  catalogueDir: string
  loader: PackageLoader
  logLines: string[]
  close(): Promise<void>
}

const idleProgram: IngestProgram = {
  findProblem: async () => null,
  run: async () => ({ failure: 'runs nothing' })
}

const ORIGIN = 'https://drama.test'

export async function openTestServer(options: TestServerOptions): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'drama-test-'))
  const catalogueDir = join(folder, 'catalogue')
  const { clock = createTestClock(), catalogueDirs = [catalogueDir] } = options
  if (options.catalogueDirs === undefined) writeCatalogue(catalogueDir)
  const { db: given } = options
  const database =
    given === undefined
      ? await openTestDatabase(options.engine, options.freeBytes, options.postgresUrl)
      : { db: given, close: async () => undefined }
  const config = { ...baseConfig(folder), catalogueDirs, ...options.config }
  const assets = new AssetRegistry()
  const logLines: string[] = []
  const log = createLog('trace', { write: line => logLines.push(line) })
  const media = openMedia(config, log)
  const loader = new PackageLoader({
    db: database.db,
    clock,
    assets,
    roots: catalogueDirs,
    listBucketFiles: media.listBucketFiles
  })
  await loader.scan()
  await seedProducts(database.db, config.currency, new Date(clock.now()))
  const { lifecycle = { isDraining: false } } = options
  const imageComparer = options.imageComparer ?? createImageComparer(database.db)
  const { db } = database
  const tokenBucketStore =
    options.tokenBucketStore ?? (options.engine === 'postgres' ? createPostgresTokenBucketStore(db) : null)
  const metrics = createMetrics()
  const { tracer = null } = options
  const parts = { config, db, clock, log, assets, media, lifecycle, imageComparer, tokenBucketStore, metrics, tracer }
  const replicas = options.replicas === undefined ? {} : { replicas: options.replicas }
  const { ingestProgram = idleProgram, freeUploadBytes = async () => Number.MAX_SAFE_INTEGER } = options
  const app = createServer({ ...parts, ...replicas, ingestProgram, freeUploadBytes, random: systemRandom })
  const answerChecker = options.checkAnswers ? createAnswerChecker(createOpenApiDocument(app)) : undefined
  return {
    origin: ORIGIN,
    app,
    checkedAnswers: answerChecker?.checked ?? new Set(),
    clock,
    config,
    db,
    metrics,
    imageComparer,
    catalogueDir,
    loader,
    logLines,
    fetch: async (url, init) => {
      const request = url instanceof Request ? new Request(url, init) : new Request(new URL(url, ORIGIN), init)
      const { method } = request
      const response = toPlatformResponse(await app.fetch(request))
      await answerChecker?.check({ method, url: request.url, response })
      return response
    },
    close: async () => {
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

function baseConfig(folder: string): Config {
  const env = {
    DATA_DIR: folder,
    DIST_DIR: join(folder, 'dist'),
    MEDIA_SECRET: 'secret of the tests',
    PROMO_SECRET: 'promo links of tests',
    ACCOUNT_SECRET: 'accounts of tests',
    VAPID_PRIVATE_KEY: 'drama-test-key-of-web-push-0123456789-abcde',
    REWARD_NETWORK_LIMIT: '1000000',
    ...manyVisitors
  }
  return readConfig(env, { projectDir: folder, readText: () => null })
}
