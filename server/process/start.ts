import { existsSync, readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { createServer } from '../app.js'
import { type Config, readConfig } from '../config/config.js'
import { createDataFolder } from '../config/data-folder.js'
import { ConfigError } from '../config/env-values.js'
import { resolveAccountSecret, resolveMediaSecrets, resolvePromoSecrets, resolveVapidKey } from '../config/secrets.js'
import type { OpenDatabase } from '../db/open.js'
import type { TokenBucketStore } from '../http/rate-limits/shared-token-buckets.js'
import type { ServerLifecycle } from '../http/server-lifecycle.js'
import type { Clock } from '../lib/clock.js'
import { type Log, toLoggedError } from '../lib/log.js'
import { isPackageInstalled } from '../lib/optional-package.js'
import { findProjectDir } from '../lib/project-dir.js'
import { systemRandom } from '../lib/random.js'
import type { Tracer } from '../lib/tracing.js'
import { AssetRegistry } from '../modules/catalogue/package/asset-registry.js'
import { PackageLoader, type ScanResult } from '../modules/catalogue/package/package-loader.js'
import type { ClockGuard } from '../modules/clock/clock-guard.js'
import type { IngestProgram } from '../modules/ingest/ingest-program.js'
import type { MailerSetup } from '../modules/mail/create-mailer.js'
import type { MediaFiles } from '../modules/media/media-files.js'
import { MediaUnavailable } from '../modules/media/media-store.js'
import type { Metrics } from '../modules/metrics/metrics.js'
import { createMetricsApp } from '../modules/metrics/routes.js'
import type { PaymentProviders } from '../modules/payment/provider.js'
import type { FactArchive } from '../modules/report/archive/fact-archive.js'
import type { ImageComparer } from '../modules/reward/duplicate-image/image-comparer.js'
import { type KeptRelease, keepRelease } from '../modules/site/releases.js'
import { listen, metricsVariables } from './listen.js'

export function loadConfig(): Config {
  const config = readConfig(process.env, { projectDir: findProjectDir(), readText })
  createDataFolder(config.dataDir)
  if (process.env.DIST_DIR && !existsSync(join(config.distDir, 'cdn'))) {
    throw new ConfigError('DIST_DIR', `${config.distDir} holds no build`)
  }
  if (config.reportArchive !== 'off' && !isPackageInstalled('@duckdb/node-api')) {
    throw new ConfigError('REPORT_ARCHIVE', 'needs the package @duckdb/node-api, which is not installed')
  }
  const promoSecrets = resolvePromoSecrets(config)
  return {
    ...config,
    mediaSecrets: resolveMediaSecrets(config),
    accountSecret: resolveAccountSecret(config),
    vapidPrivateKey: resolveVapidKey(config),
    promoSecrets
  }
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

export function openCatalogue(config: Config, { db }: OpenDatabase, { listBucketFiles }: MediaFiles, clock: Clock) {
  const assets = new AssetRegistry()
  const loader = new PackageLoader({
    db,
    clock,
    assets,
    roots: config.catalogueDirs,
    listBucketFiles
  })
  return { assets, loader }
}

export async function checkBucket(media: MediaFiles): Promise<boolean> {
  try {
    await media.checkBucket()
    return true
  } catch (error) {
    if (!(error instanceof MediaUnavailable)) throw error
    console.error(`! media      ${error.message}: what lies only there cannot be watched until it does`)
    return false
  }
}

export function describeBucket({ mediaBucket: bucket }: Config, isReached: boolean): string {
  if (bucket === null) return 'in folders'
  const { name, prefix, endpoint, delivery } = bucket
  const location = `s3://${name}${prefix === '' ? '' : `/${prefix}`} at ${endpoint}`
  const deliveryText = delivery === 'proxy' ? 'sent by this server' : 'viewers are redirected'
  return `${location}, ${isReached ? deliveryText : 'not reached'}`
}

export function describeScan({ dramas, episodes, broken }: ScanResult): string {
  for (const line of broken) console.error(`! catalogue  skipped ${line}`)
  return dramas === 0 ? 'nothing new' : `${dramas} dramas, ${episodes} episodes loaded`
}

export function describeStore({ payments, databaseUrl }: Config, products: number): string {
  const isLive = payments.stripe !== null
  if (isLive && databaseUrl === null) {
    console.error('! store      the embedded database does not survive power loss: use DATABASE_URL for live payments')
  }
  const addedText = products === 0 ? '' : `${products} products put on sale, `
  return `${addedText}payments by ${payments.providers.join(', ')}`
}

/** Returns null if the release cannot be stored: the server still serves its build. */
export async function storeRelease(config: Config): Promise<KeptRelease | null> {
  return keepRelease(config).catch(error => {
    const { message } = toLoggedError(error)
    console.error(
      `! release    not kept in ${config.releasesDir}, the next deploy ends what pages hold of it: ${message}`
    )
    return null
  })
}

export function describeRelease(release: KeptRelease | null): string {
  if (release?.outcome === 'other') {
    const { version } = release
    console.error(`! release    ${version} was kept before with other files: /v${version}/ stays as it was`)
  }
  return release === null || release.outcome === 'none' ? 'none kept' : `${release.version} kept`
}

interface ServerParts {
  config: Config
  log: Log
  clock: ClockGuard
  database: OpenDatabase
  assets: AssetRegistry
  media: MediaFiles
  lifecycle: ServerLifecycle
  payments: PaymentProviders
  imageComparer: ImageComparer
  factArchive: FactArchive | null
  mailer: MailerSetup
  ingestProgram: IngestProgram
  tokenBucketStore: TokenBucketStore | null
  metrics: Metrics
  tracer: Tracer | null
}

export function openServer({
  config,
  log,
  clock,
  database,
  assets,
  media,
  lifecycle,
  payments,
  imageComparer,
  factArchive,
  mailer,
  ingestProgram,
  tokenBucketStore,
  metrics,
  tracer
}: ServerParts): Promise<Server> {
  const app = createServer({
    config,
    log,
    assets,
    media,
    lifecycle,
    payments,
    imageComparer,
    factArchive,
    mailer,
    ingestProgram,
    tokenBucketStore,
    metrics,
    tracer,
    db: database.db,
    replicas: database.replicas,
    openSnapshot: database.openSnapshot,
    liveness: database.liveness,
    readPool: database.readPool,
    clock,
    isClockTrusted: clock.isTrusted,
    random: systemRandom
  })
  return listen(app, config)
}

/** Null without METRICS_PORT. */
export async function openMetricsServer(config: Config, metrics: Metrics): Promise<Server | null> {
  const { port, host } = config.metrics
  if (port === null) return null
  return listen(createMetricsApp(metrics, config), { port, host }, metricsVariables)
}

export function failStart(error: unknown): never {
  const isExpected = error instanceof Error && 'variable' in error
  console.error(isExpected ? `✗ ${error.message}` : `✗ start failed: ${JSON.stringify(toLoggedError(error))}`)
  process.exit(1)
}

export async function logStep<Result>(
  name: string,
  run: () => Promise<Result>,
  describe: (result: Result) => string
): Promise<Result> {
  const startedAt = performance.now()
  const result = await run()
  const durationMs = Math.round(performance.now() - startedAt)
  console.log(`✓ ${name.padEnd(10)} ${describe(result)}  ${durationMs} ms`)
  return result
}
