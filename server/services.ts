import type { Kysely } from 'kysely'
import type { Config } from './config/config.js'
import type { Pulse } from './db/liveness.js'
import type { Database } from './db/schema/schema.js'
import type { Limits } from './http/limits.js'
import type { Clock } from './lib/clock.js'
import type { Log } from './lib/log.js'
import type { Random } from './lib/random.js'
import type { AccountKeys } from './modules/account/keyed-hashes.js'
import type { PromoOffice } from './modules/campaign/promo-link.js'
import type { Library } from './modules/catalogue/package/asset-registry.js'
import type { PostOffice } from './modules/mail/create-mailer.js'
import type { MediaFiles } from './modules/media/media-files.js'
import type { TicketOffice } from './modules/media/ticket.js'
import type { PaymentProviders } from './modules/payment/provider.js'
import type { PlayIds } from './modules/play/play-id.js'
import type { Members } from './modules/reward/review/telegram-client.js'
import type { Pictures } from './modules/upload/image-decoder.js'

/** Everything a handler may use of the outside world. */
export interface Services {
  config: Config
  db: Kysely<Database>
  pulse: Pulse
  clock: Clock
  random: Random
  log: Log
  library: Library
  media: MediaFiles
  tickets: TicketOffice
  promos: PromoOffice
  playIds: PlayIds
  limits: Limits
  accountKeys: AccountKeys
  postOffice: PostOffice
  payments: PaymentProviders
  /** Who is in the Telegram channel; null where nobody can be asked. */
  members: Members | null
  pictures: Pictures
}
