import { Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { uploadImage } from '../contract/reward.js'
import { createContentCache } from './db/content-cache.js'
import { createLiveness, type Liveness } from './db/liveness.js'
import { createFreeBytesReader, type FreeBytes } from './db/pglite/free-space-guard.js'
import type { PoolCounts } from './db/pool-counts.js'
import { createNoReplicas } from './db/replicas/replicas.js'
import { createAnswerCaches } from './http/answer-cache.js'
import type { AppEnvironment, HonoApp } from './http/app-environment.js'
import { registerEndpoints } from './http/endpoints.js'
import { createErrorHandler } from './http/error-response.js'
import {
  allowEveryOrigin,
  closeWhileDraining,
  identifyRequest,
  observeRequest,
  secureHeaders,
  traceRequest
} from './http/middleware.js'
import { createRateLimits } from './http/rate-limits/rate-limits.js'
import { openSharedBuckets, type TokenBucketStore } from './http/rate-limits/shared-token-buckets.js'
import { openMemoryBuckets } from './http/rate-limits/token-buckets.js'
import { sendEnvelope } from './http/respond.js'
import type { ServerLifecycle } from './http/server-lifecycle.js'
import { createFairQueue } from './lib/fair-queue.js'
import type { Tracer } from './lib/tracing.js'
import { registerExportRoute } from './modules/account/export-file.js'
import { createKeyedHashes } from './modules/account/keyed-hashes.js'
import { registerApiDocs } from './modules/api-docs/routes.js'
import { createPromoSigner } from './modules/campaign/promo-link.js'
import { registerPreviewApi } from './modules/catalogue/edit/preview-api.js'
import { DRAMA_PICTURE_PATH } from './modules/catalogue/edit/store-picture.js'
import { AssetRegistry } from './modules/catalogue/package/asset-registry.js'
import { registerEmbeds } from './modules/embed/routes.js'
import { createPreviewSigner } from './modules/experiment/preview-link.js'
import { registerHealth } from './modules/health/routes.js'
import { createIngestProgram, type IngestProgram } from './modules/ingest/ingest-program.js'
import { isUploadPath } from './modules/ingest/upload-path.js'
import { registerUploads } from './modules/ingest/upload-routes.js'
import { createMailer, type MailerSetup } from './modules/mail/create-mailer.js'
import { registerMailbox } from './modules/mail/routes.js'
import { type MediaFiles, openMedia } from './modules/media/media-files.js'
import { registerMedia } from './modules/media/routes.js'
import { createServedMedia } from './modules/media/served-media.js'
import { createTicketSigner } from './modules/media/ticket.js'
import { registerConsoleApi } from './modules/member/console-api.js'
import { createMetrics, type Metrics } from './modules/metrics/metrics.js'
import { registerMetrics } from './modules/metrics/routes.js'
import { registerServerGauges } from './modules/metrics/server-gauges.js'
import { registerOperatorApi } from './modules/operator/operator-api.js'
import { registerPaymentWebhook } from './modules/order/payment-webhook.js'
import { registerPartnerApi } from './modules/partner/partner-api.js'
import { registerCheckout } from './modules/payment/pages/routes.js'
import type { PaymentProviders } from './modules/payment/provider.js'
import { createProviders } from './modules/payment/providers.js'
import { registerInstantStart } from './modules/play/instant-start.js'
import { createPlayIdSigner } from './modules/play/play-id.js'
import { createProgressWriter } from './modules/play/progress-writer.js'
import { registerPreviews } from './modules/preview/routes.js'
import { type FactArchive, openFactArchive } from './modules/report/archive/fact-archive.js'
import { createImageComparer, type ImageComparer } from './modules/reward/duplicate-image/image-comparer.js'
import { createTelegramClient } from './modules/reward/review/telegram-client.js'
import { sendNotFoundPage } from './modules/site/not-found-page.js'
import { registerSite } from './modules/site/routes.js'
import { registerSitemap } from './modules/sitemap/routes.js'
import { registerTodayFeed } from './modules/today/live-route.js'
import { createImageDecoder, type ImageDecoder } from './modules/upload/image-decoder.js'
import { openDramaPictures, openImageStore } from './modules/upload/image-store.js'
import { registerImages } from './modules/upload/routes.js'
import type { Services } from './services.js'

const BODY_LIMIT_BYTES = 64 * 1024

type DerivedService =
  | 'isClockTrusted'
  | 'replicas'
  | 'openSnapshot'
  | 'contentCache'
  | 'answerCaches'
  | 'metrics'
  | 'readPool'
  | 'assets'
  | 'media'
  | 'ingestProgram'
  | 'freeUploadBytes'
  | 'servedMedia'
  | 'progress'
  | 'ticketSigner'
  | 'promoSigner'
  | 'previewSigner'
  | 'playIds'
  | 'liveness'
  | 'limits'
  | 'accountKeys'
  | 'mailer'
  | 'payments'
  | 'telegram'
  | 'factArchive'
  | 'images'
  | 'dramaPictures'
  | 'imageDecoder'
  | 'imageComparer'
  | 'imageSubmissions'

type ServiceOverrides = Omit<Services, DerivedService> & {
  isClockTrusted?: Services['isClockTrusted']
  replicas?: Services['replicas']
  openSnapshot?: Services['openSnapshot']
  assets?: AssetRegistry
  media?: MediaFiles
  /** Shared with the job that runs it. */
  ingestProgram?: IngestProgram
  freeUploadBytes?: FreeBytes
  liveness?: Liveness
  imageDecoder?: ImageDecoder
  imageComparer?: ImageComparer
  payments?: PaymentProviders
  /** Shared with the job that sends reports. */
  mailer?: MailerSetup
  /** Shared with the job that writes it. */
  factArchive?: FactArchive | null
  metrics?: Metrics
  /** Counts of the database's connections. */
  readPool?: (() => PoolCounts) | null
  tracer?: Tracer | null
  lifecycle?: ServerLifecycle
  /** Shared with other servers; otherwise rate limits hold in this process only. */
  tokenBucketStore?: TokenBucketStore | null
}

/** Throws without `config.accountSecret`. `config.mediaSecrets` must hold at least one secret. */
export function createServer({
  lifecycle = { isDraining: false },
  tokenBucketStore = null,
  metrics = createMetrics(),
  readPool = null,
  tracer = null,
  ...overrides
}: ServiceOverrides): HonoApp {
  const { accountSecret } = overrides.config
  if (accountSecret === null) throw new Error('accounts need a secret')
  const ticketSigner = createTicketSigner(overrides.config.mediaSecrets)
  const servedMedia = createServedMedia(overrides)
  const accountKeys = createKeyedHashes(accountSecret)
  const { clock } = overrides
  const openBuckets =
    tokenBucketStore === null
      ? openMemoryBuckets(clock)
      : openSharedBuckets({ store: tokenBucketStore, clock, hashKey: accountKeys.networkHash })
  const services: Services = {
    ...overrides,
    isClockTrusted: overrides.isClockTrusted ?? (() => true),
    replicas: overrides.replicas ?? createNoReplicas(overrides.db),
    openSnapshot: overrides.openSnapshot ?? (async () => ({ db: overrides.db, close: async () => undefined })),
    contentCache: createContentCache(overrides.db),
    answerCaches: createAnswerCaches(),
    metrics,
    readPool,
    assets: overrides.assets ?? new AssetRegistry(),
    media: overrides.media ?? openMedia(overrides.config, overrides.log),
    ingestProgram: overrides.ingestProgram ?? createIngestProgram(),
    freeUploadBytes: overrides.freeUploadBytes ?? createFreeBytesReader(overrides.config.dataDir),
    servedMedia,
    progress: createProgressWriter({ ...overrides, servedMedia }),
    liveness: overrides.liveness ?? createLiveness(),
    ticketSigner,
    promoSigner: createPromoSigner(overrides.config.promoSecrets),
    previewSigner: createPreviewSigner(overrides.config.promoSecrets),
    playIds: createPlayIdSigner(overrides.config.mediaSecrets),
    limits: createRateLimits(openBuckets, overrides.config, limit => metrics.rateLimited.inc({ limit })),
    accountKeys,
    mailer: overrides.mailer ?? createMailer(overrides.config, overrides.clock),
    telegram: createTelegramClient(overrides.config.rewards),
    factArchive:
      overrides.config.reportArchive === 'read' ? (overrides.factArchive ?? openFactArchive(overrides.config)) : null,
    images: openImageStore(overrides.config, overrides.log),
    dramaPictures: openDramaPictures(overrides.config, overrides.log),
    imageDecoder: overrides.imageDecoder ?? createImageDecoder(),
    imageComparer: overrides.imageComparer ?? createImageComparer(overrides.db),
    imageSubmissions: createFairQueue(),
    payments: overrides.payments ?? createProviders(overrides)
  }
  registerServerGauges(services, readPool)
  const secret = services.config.envelopeSecret
  const app = new Hono<AppEnvironment>()

  if (tracer !== null) app.use(traceRequest(tracer))
  app.use(identifyRequest(services.random))
  app.use(observeRequest(services.log, metrics))
  app.use(secureHeaders)
  app.use(closeWhileDraining(lifecycle))
  app.use(allowEveryOrigin)
  app.use(limitBody(secret))
  registerHealth(app, services, lifecycle)
  registerMetrics(app, services)
  registerEndpoints(app, services)
  registerPaymentWebhook(app, services)
  registerCheckout(app, services)
  registerInstantStart(app, services)
  registerMedia(app, services)
  registerExportRoute(app, services)
  registerImages(app, services)
  registerOperatorApi(app, services)
  registerPartnerApi(app, services)
  registerConsoleApi(app, services)
  registerPreviewApi(app, services)
  registerTodayFeed(app, services, lifecycle)
  registerUploads(app, services)
  registerMailbox(app, services)
  registerEmbeds(app, services)
  registerPreviews(app, services)
  registerSitemap(app, services)
  registerApiDocs(app, services)
  registerSite(app, services)
  app.notFound(async context => {
    context.set('isRouteUnknown', true)
    return (
      (await sendNotFoundPage(context, services.config)) ??
      sendEnvelope(context, { code: 404, msg: 'Not found', data: null }, { secret, status: 404 })
    )
  })
  app.onError(createErrorHandler(services.log, secret, services.config.trustedProxies))
  return app
}

/**
 * Node reads no more of a body than Content-Length says, so a small length needs no counting. The body of a GET is never
 * read, and asking whether it has one would make a whole `Request` of it.
 */
function isSmallBody({ method, headers }: Request): boolean {
  if (method === 'GET' || method === 'HEAD') return true
  const length = headers.get('content-length')
  return !headers.has('transfer-encoding') && length !== null && Number(length) <= BODY_LIMIT_BYTES
}

function limitBody(secret: string | null): MiddlewareHandler<AppEnvironment> {
  const limit = bodyLimit({
    maxSize: BODY_LIMIT_BYTES,
    onError: context =>
      sendEnvelope(
        context,
        { code: 413, msg: 'Body too large', data: null },
        {
          secret,
          status: 413,
          // The rest of the body stays unread, so the connection cannot be reused.
          headers: { Connection: 'close' }
        }
      )
  })
  return (context, next) => {
    const { path } = context.req
    const isUpload = path === uploadImage.path || path === DRAMA_PICTURE_PATH || isUploadPath(path)
    return isUpload || isSmallBody(context.req.raw) ? next() : limit(context, next)
  }
}
