import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createPulse, type Pulse } from './db/pulse.js'
import { registerEndpoints } from './endpoints.js'
import { answerEnvelope } from './lib/answer.js'
import type { App, AppEnvironment } from './lib/app-environment.js'
import { createErrorAnswer } from './lib/error-answer.js'
import { allowEveryOrigin, closeWhileDraining, identifyRequest, logRequest, secureHeaders } from './lib/middleware.js'
import { createLimits } from './limits.js'
import { Library } from './modules/catalogue/library.js'
import { registerMedia } from './modules/media/routes.js'
import { createTicketOffice } from './modules/media/ticket.js'
import { registerOpening } from './modules/play/opening.js'
import { createPlayIds } from './modules/play/play-id.js'
import { registerSite } from './modules/site/routes.js'
import type { Services } from './services.js'

const BODY_LIMIT_BYTES = 64 * 1024

/** Whether the server is on its way down; `/healthz` says so first, so that nothing new is sent here. */
export interface Lifecycle {
  isDraining: boolean
}

type GivenServices = Omit<Services, 'library' | 'tickets' | 'playIds' | 'pulse' | 'limits'> & {
  library?: Library
  pulse?: Pulse
  lifecycle?: Lifecycle
}

/** The whole server as one function from request to answer; `config.mediaSecrets` must hold a secret. */
export function createServer({ lifecycle = { isDraining: false }, ...given }: GivenServices): App {
  const tickets = createTicketOffice(given.config.mediaSecrets)
  const services: Services = {
    ...given,
    library: given.library ?? new Library(),
    pulse: given.pulse ?? createPulse(),
    tickets,
    playIds: createPlayIds(given.config.mediaSecrets),
    limits: createLimits(given.clock)
  }
  const secret = services.config.envelopeSecret
  const app = new Hono<AppEnvironment>()

  app.use(identifyRequest(services.random))
  app.use(logRequest(services.log))
  app.use(secureHeaders)
  app.use(closeWhileDraining(lifecycle))
  app.use(allowEveryOrigin)
  app.use(
    bodyLimit({
      maxSize: BODY_LIMIT_BYTES,
      onError: context =>
        answerEnvelope(
          context,
          { code: 413, msg: 'Body too large', data: null },
          {
            // What is left of the body is not read: the connection cannot be used again.
            ...{ secret, status: 413, headers: { Connection: 'close' } }
          }
        )
    })
  )
  app.get('/healthz', context => context.json({ ready: !lifecycle.isDraining }, lifecycle.isDraining ? 503 : 200))
  registerEndpoints(app, services)
  registerOpening(app, services)
  registerMedia(app, services)
  registerSite(app, services.config.distDir)
  app.notFound(context => answerEnvelope(context, { code: 404, msg: 'Not found', data: null }, { secret, status: 404 }))
  app.onError(createErrorAnswer(services.log, secret))
  return app
}
