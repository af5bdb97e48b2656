import { openDatabase } from './db/open.js'
import { startRateLimitCleanupJob } from './http/rate-limits/cleanup-job.js'
import { openTokenBucketStore } from './http/rate-limits/open-token-bucket-store.js'
import { createLog } from './lib/log.js'
import { systemRandom } from './lib/random.js'
import { isSharpInstalled } from './lib/sharp-installed.js'
import { seedSampleCampaigns } from './modules/campaign/samples.js'
import { startPublishJob } from './modules/catalogue/edit/publish-job.js'
import { startRescanJob } from './modules/catalogue/package/package-loader.js'
import { createClockGuard } from './modules/clock/clock-guard.js'
import { startClockGuardJob } from './modules/clock/clock-guard-job.js'
import { startGuaranteeJob } from './modules/guarantee/guarantee-job.js'
import { startServerRowJob } from './modules/health/server-row-job.js'
import { startIngestJob } from './modules/ingest/ingest-job.js'
import { createIngestProgram } from './modules/ingest/ingest-program.js'
import { startUploadCleanupJob } from './modules/ingest/upload-cleanup-job.js'
import { startBonusExpiryJob } from './modules/ledger/bonus-expiry.js'
import { startDailyRootsJob } from './modules/ledger/daily-roots-job.js'
import { startIdempotencyCleanupJob } from './modules/ledger/idempotency-cleanup-job.js'
import { createMailer } from './modules/mail/create-mailer.js'
import { openMedia } from './modules/media/media-files.js'
import { startServedMediaCleanupJob } from './modules/media/served-media-cleanup-job.js'
import { startMemberCleanupJob } from './modules/member/member-cleanup-job.js'
import { createMissingOwnerToken, toLinkAddress } from './modules/member/member-link.js'
import { createJobMonitor } from './modules/metrics/job-monitor.js'
import { createMetrics } from './modules/metrics/metrics.js'
import { createQueryObserver } from './modules/metrics/query-observer.js'
import { startOrderExpiryJob } from './modules/order/expiry-job.js'
import { createProviders } from './modules/payment/providers.js'
import { startBeatRetentionJob } from './modules/play/beat-retention-job.js'
import { startPlaybackRollupJob } from './modules/playback/playback-rollup-job.js'
import { startDeliveryJob } from './modules/postback/delivery-job.js'
import { startOutboxRetentionJob } from './modules/postback/outbox-retention-job.js'
import { startPushJob } from './modules/push/push-job.js'
import { startArchiveJob } from './modules/report/archive/archive-job.js'
import { openFactArchive } from './modules/report/archive/fact-archive.js'
import { startReportMailJob } from './modules/report/mail/report-mail-job.js'
import { startReturnsJob } from './modules/report/returns-job.js'
import { startRollupJob } from './modules/report/rollup-job.js'
import { createImageComparer } from './modules/reward/duplicate-image/image-comparer.js'
import { startReleaseJob } from './modules/reward/earning/release-job.js'
import { startReviewJob } from './modules/reward/review/review-job.js'
import { seedProducts } from './modules/store/products.js'
import { startImageCleanupJob } from './modules/upload/cleanup-job.js'
import { openImageStore } from './modules/upload/image-store.js'
import { startSessionCleanupJob } from './modules/visitor/session-cleanup-job.js'
import { drainOnSignal } from './process/drain.js'
import { readPort } from './process/listen.js'
import { openTracer } from './process/open-tracer.js'
import {
  checkBucket,
  describeBucket,
  describeRelease,
  describeScan,
  describeStore,
  failStart,
  loadConfig,
  logStep,
  openCatalogue,
  openMetricsServer,
  openServer,
  storeRelease
} from './process/start.js'

try {
  const config = loadConfig()
  const log = createLog(config.logLevel)
  const lifecycle = { isDraining: false }
  const metrics = createMetrics()
  const tracer = await openTracer(config)
  const database = await logStep(
    'database',
    () => openDatabase(config, log, createQueryObserver(metrics)),
    opened => opened.label
  )
  const { db } = database
  const clock = createClockGuard({ db, log, isProduction: config.isProduction })
  await clock.check()
  if (!clock.isTrusted()) console.error('! clock      not trusted, nothing expires: see docs/guide/hosting.md')
  const media = openMedia(config, log)
  if (config.mediaBucket !== null) {
    await logStep(
      'media',
      () => checkBucket(media),
      isReached => describeBucket(config, isReached)
    )
  }
  const { assets, loader } = openCatalogue(config, database, media, clock)
  await logStep('catalogue', () => loader.scan(), describeScan)
  await logStep(
    'store',
    () => seedProducts(database.db, config.currency, new Date(clock.now())),
    products => describeStore(config, products)
  )
  if (config.hasSamples) await seedSampleCampaigns(database.db, config.currency, new Date(clock.now()))
  await logStep('release', () => storeRelease(config), describeRelease)
  const payments = createProviders({ config, db })
  const imageComparer = createImageComparer(db)
  const mailer = createMailer(config, clock)
  const factArchive = config.reportArchive === 'off' ? null : openFactArchive(config)
  const ingestProgram = createIngestProgram()
  const buckets = await openTokenBucketStore(config, db, log)
  const parts = {
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
    metrics,
    tracer
  }
  const server = await logStep(
    'server',
    () => openServer({ ...parts, tokenBucketStore: buckets.store }),
    opened => `port ${readPort(opened)}`
  )
  const metricsServer = await openMetricsServer(config, metrics)
  if (metricsServer !== null) console.log(`✓ metrics    port ${readPort(metricsServer)}`)
  const monitor = createJobMonitor(metrics, tracer)
  const stopRescan = startRescanJob(loader, { log, monitor })
  const jobOptions = { config, db, log, clock, metrics, monitor }
  const jobs = [
    startClockGuardJob(jobOptions),
    startServerRowJob({ ...jobOptions, random: systemRandom, readPool: database.readPool }),
    startBonusExpiryJob(jobOptions),
    startDailyRootsJob(jobOptions),
    startIdempotencyCleanupJob(jobOptions),
    startGuaranteeJob(jobOptions),
    startReviewJob({ ...jobOptions, imageComparer }),
    startReleaseJob(jobOptions),
    startImageCleanupJob({ ...jobOptions, images: openImageStore(config, log) }),
    startServedMediaCleanupJob(jobOptions),
    startBeatRetentionJob(jobOptions),
    startSessionCleanupJob(jobOptions),
    startMemberCleanupJob(jobOptions),
    startRateLimitCleanupJob(jobOptions),
    startRollupJob(jobOptions),
    startPlaybackRollupJob(jobOptions),
    startReturnsJob(jobOptions),
    ...(factArchive === null ? [] : [startArchiveJob({ ...jobOptions, random: systemRandom, archive: factArchive })]),
    ...(mailer.kind === 'none' ? [] : [startReportMailJob({ ...jobOptions, mailer: mailer.mailer })]),
    startDeliveryJob(jobOptions),
    startOutboxRetentionJob(jobOptions),
    startPushJob(jobOptions),
    startOrderExpiryJob({ ...jobOptions, payments }),
    startPublishJob({ ...jobOptions, random: systemRandom, assets, listBucketFiles: media.listBucketFiles }),
    startUploadCleanupJob(jobOptions),
    startIngestJob({
      ...jobOptions,
      ingestProgram,
      random: systemRandom,
      findPackageFolder: dramaId => assets.folderOf(dramaId)
    })
  ]
  drainOnSignal(server, lifecycle, async () => {
    await Promise.all([stopRescan(), ...jobs.map(stop => stop())])
    buckets.close()
    metricsServer?.close()
    await tracer?.close()
    await database.close()
  })
  if (config.smtpUrl === null && !config.isDemo) console.error('! mail       SMTP_URL is not set: no sign-in by e-mail')
  if (!isSharpInstalled()) console.error('! pictures   sharp is not installed: no reward screenshots, no link previews')
  const ownerToken = await createMissingOwnerToken(database.db, { random: systemRandom, now: new Date(clock.now()) })
  const origin = config.publicUrl ?? `http://localhost:${readPort(server)}`
  console.log(`✓ ready in ${Math.round(process.uptime() * 1000)} ms`)
  const demoPaths = { 'host page': '/host/', partners: '/partners/' }
  const paths = { site: '/', ...(config.isDemo && demoPaths), console: '/console/', bundle: '/drama-app.js' }
  for (const [name, path] of Object.entries(paths)) console.log(`  ${name.padEnd(10)} ${origin}${path}`)
  if (ownerToken !== null)
    console.log(`  first owner of the console, once within a day: ${toLinkAddress(origin, ownerToken)}`)
  if (config.hasSampleActivity) {
    // Loaded only for a demonstration. It draws its own pictures, so sharp decodes nothing of others here.
    const { startSampleActivity } = await import('./modules/sample/start-sample-activity.js')
    startSampleActivity({ ...database, config, log, now: new Date(clock.now()) })
  }
} catch (error) {
  failStart(error)
}
