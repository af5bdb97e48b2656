import { Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { uploadImage } from '../contract/reward.js'
import { createLiveness, type Liveness } from './db/liveness.js'
import type { AppEnvironment, HonoApp } from './http/app-environment.js'
import { registerEndpoints } from './http/endpoints.js'
import { createErrorAnswer } from './http/error-response.js'
import { createLimits } from './http/limits.js'
import { allowEveryOrigin, closeWhileDraining, identifyRequest, logRequest, secureHeaders } from './http/middleware.js'
import { sendEnvelope } from './http/respond.js'
import { registerExport } from './modules/account/export-file.js'
import { createKeyedHashes } from './modules/account/keyed-hashes.js'
import { createPromoSigner } from './modules/campaign/promo-link.js'
import { AssetRegistry } from './modules/catalogue/package/asset-registry.js'
import { createMailer } from './modules/mail/create-mailer.js'
import { registerMailbox } from './modules/mail/routes.js'
import { type MediaFiles, openMedia } from './modules/media/media-files.js'
import { registerMedia } from './modules/media/routes.js'
import { createTicketSigner } from './modules/media/ticket.js'
import { registerOperator } from './modules/operator/operator-api.js'
import { registerNotify } from './modules/order/webhook.js'
import { registerPartner } from './modules/partner/partner-api.js'
import { registerCheckout } from './modules/payment/pages/routes.js'
import type { PaymentProviders } from './modules/payment/provider.js'
import { createProviders } from './modules/payment/providers.js'
import { createPlayIds } from './modules/play/play-id.js'
import { registerOpening } from './modules/play/playback-start.js'
import { createTelegramClient } from './modules/reward/review/telegram-client.js'
import { registerSite } from './modules/site/routes.js'
import { createImageDecoder, type ImageDecoder } from './modules/upload/image-decoder.js'
import { registerImages } from './modules/upload/routes.js'
import type { Services } from './services.js'

const BODY_LIMIT_BYTES = 64 * 1024

/** Whether the server is on its way down; `/healthz` says so first, so that nothing new is sent here. */
export interface Lifecycle {
  isDraining: boolean
}

type DerivedService =
  | 'assets'
  | 'media'
  | 'ticketSigner'
  | 'promoSigner'
  | 'playIds'
  | 'liveness'
  | 'limits'
  | 'accountKeys'
  | 'mailer'
  | 'payments'
  | 'telegram'
  | 'imageDecoder'

type ServiceOverrides = Omit<Services, DerivedService> & {
  assets?: AssetRegistry
  media?: MediaFiles
  liveness?: Liveness
  imageDecoder?: ImageDecoder
  payments?: PaymentProviders
  lifecycle?: Lifecycle
}

/** The whole server as one function from request to answer; `config.mediaSecrets` and `accountSecret` must hold one. */
export function createServer({ lifecycle = { isDraining: false }, ...given }: ServiceOverrides): HonoApp {
  const { accountSecret } = given.config
  if (accountSecret === null) throw new Error('accounts need a secret')
  const tickets = createTicketSigner(given.config.mediaSecrets)
  const services: Services = {
    ...given,
    assets: given.assets ?? new AssetRegistry(),
    media: given.media ?? openMedia(given.config, given.log),
    liveness: given.liveness ?? createLiveness(),
    ticketSigner: tickets,
    promoSigner: createPromoSigner(given.config.promoSecrets),
    playIds: createPlayIds(given.config.mediaSecrets),
    limits: createLimits(given.clock, given.config),
    accountKeys: createKeyedHashes(accountSecret),
    mailer: createMailer(given.config, given.clock),
    telegram: createTelegramClient(given.config.rewards),
    imageDecoder: given.imageDecoder ?? createImageDecoder(),
    payments: given.payments ?? createProviders(given)
  }
  const secret = services.config.envelopeSecret
  const app = new Hono<AppEnvironment>()

  app.use(identifyRequest(services.random))
  app.use(logRequest(services.log))
  app.use(secureHeaders)
  app.use(closeWhileDraining(lifecycle))
  app.use(allowEveryOrigin)
  app.use(limitBody(secret))
  app.get('/healthz', context => context.json({ ready: !lifecycle.isDraining }, lifecycle.isDraining ? 503 : 200))
  registerEndpoints(app, services)
  registerNotify(app, services)
  registerCheckout(app, services)
  registerOpening(app, services)
  registerMedia(app, services)
  registerExport(app, services)
  registerImages(app, services)
  registerOperator(app, services)
  registerPartner(app, services)
  registerMailbox(app, services)
  registerSite(app, services.config)
  app.notFound(context => sendEnvelope(context, { code: 404, msg: 'Not found', data: null }, { secret, status: 404 }))
  app.onError(createErrorAnswer(services.log, secret, services.config.trustedProxies))
  return app
}

/** Node takes no more of a body than its length says: one that says a short one needs no counting. */
function isSmallBody(headers: Headers): boolean {
  const length = headers.get('content-length')
  return !headers.has('transfer-encoding') && length !== null && Number(length) <= BODY_LIMIT_BYTES
}

/** Refuses long bodies; the way of files counts for itself. */
function limitBody(secret: string | null): MiddlewareHandler<AppEnvironment> {
  const limit = bodyLimit({
    maxSize: BODY_LIMIT_BYTES,
    onError: context =>
      sendEnvelope(
        context,
        { code: 413, msg: 'Body too large', data: null },
        {
          // What is left of the body is not read: the connection cannot be used again.
          secret,
          status: 413,
          headers: { Connection: 'close' }
        }
      )
  })
  return (context, next) => {
    const { path } = context.req
    return path === uploadImage.path || isSmallBody(context.req.raw.headers) ? next() : limit(context, next)
  }
}
