import type { Kysely } from 'kysely'
import type { Config } from './config/config.js'
import type { ContentCache } from './db/content-cache.js'
import type { DatabaseSnapshot } from './db/database-snapshot.js'
import type { Liveness } from './db/liveness.js'
import type { FreeBytes } from './db/pglite/free-space-guard.js'
import type { PoolCounts } from './db/pool-counts.js'
import type { Replicas } from './db/replicas/replicas.js'
import type { Database } from './db/schema/schema.js'
import type { AnswerCaches } from './http/answer-cache.js'
import type { RateLimits } from './http/rate-limits/rate-limits.js'
import type { Clock } from './lib/clock.js'
import type { FairQueue } from './lib/fair-queue.js'
import type { Log } from './lib/log.js'
import type { Random } from './lib/random.js'
import type { KeyedHashes } from './modules/account/keyed-hashes.js'
import type { PromoSigner } from './modules/campaign/promo-link.js'
import type { AssetRegistry } from './modules/catalogue/package/asset-registry.js'
import type { PreviewSigner } from './modules/experiment/preview-link.js'
import type { IngestProgram } from './modules/ingest/ingest-program.js'
import type { MailerSetup } from './modules/mail/create-mailer.js'
import type { MediaFiles } from './modules/media/media-files.js'
import type { ServedMedia } from './modules/media/served-media.js'
import type { TicketSigner } from './modules/media/ticket.js'
import type { Metrics } from './modules/metrics/metrics.js'
import type { PaymentProviders } from './modules/payment/provider.js'
import type { PlayIdSigner } from './modules/play/play-id.js'
import type { ProgressWriter } from './modules/play/progress-report.js'
import type { FactArchive } from './modules/report/archive/fact-archive.js'
import type { ImageComparer } from './modules/reward/duplicate-image/image-comparer.js'
import type { TelegramClient } from './modules/reward/review/telegram-client.js'
import type { ImageDecoder } from './modules/upload/image-decoder.js'
import type { DramaPictures, ImageStore } from './modules/upload/image-store.js'

export interface Services {
  config: Config
  db: Kysely<Database>
  replicas: Replicas
  openSnapshot(): Promise<DatabaseSnapshot>
  contentCache: ContentCache
  answerCaches: AnswerCaches
  metrics: Metrics
  /** Null if nobody counts the connections. */
  readPool: (() => PoolCounts) | null
  liveness: Liveness
  clock: Clock
  isClockTrusted(): boolean
  random: Random
  log: Log
  assets: AssetRegistry
  ingestProgram: IngestProgram
  /** Of the folder that uploads are in. */
  freeUploadBytes: FreeBytes
  media: MediaFiles
  servedMedia: ServedMedia
  progress: ProgressWriter
  ticketSigner: TicketSigner
  promoSigner: PromoSigner
  previewSigner: PreviewSigner
  playIds: PlayIdSigner
  limits: RateLimits
  accountKeys: KeyedHashes
  mailer: MailerSetup
  payments: PaymentProviders
  telegram: TelegramClient | null
  /** For reports; null if they come from the rollups. */
  factArchive: FactArchive | null
  images: ImageStore
  dramaPictures: DramaPictures
  imageDecoder: ImageDecoder
  imageComparer: ImageComparer
  imageSubmissions: FairQueue
}
