import type { Context } from 'hono'
import type { AppEnvironment, HonoApp } from '../../http/app-environment.js'
import { withDeadline } from '../../http/deadline.js'
import { describeError, describePlainRoute, type PlainRouteDocs } from '../../http/route-docs.js'
import type { Services } from '../../services.js'
import { InvalidSignature, type WebhookEvent } from '../payment/provider.js'
import { applyPaymentUpdate } from './settle.js'

/** Responds `success` to ignored events too, so that the provider does not repeat them. */
export function registerPaymentWebhook(app: HonoApp, services: Services): void {
  const receive = async (context: Context<AppEnvironment, '/store/notify/:provider'>) => {
    const provider = services.payments.find(context.req.param('provider'))
    if (provider === null) return context.notFound()
    const { clock, config, db, log, liveness, metrics } = services
    // The signature covers the body as it was sent.
    const request = { body: await context.req.text(), headers: context.req.raw.headers, now: new Date(clock.now()) }
    let event: WebhookEvent | null
    try {
      event = await provider.parseWebhook(request)
    } catch (error) {
      if (!(error instanceof InvalidSignature)) throw error
      log.warn({ provider: provider.id }, 'a webhook has an invalid signature')
      return sendText(context, 'signature', 400)
    }
    if (event !== null) {
      const settleContext = { now: request.now, zone: config.timezone, log, metrics }
      await withDeadline(applyPaymentUpdate(db, { ...event, provider: provider.id }, settleContext), liveness)
    }
    return sendText(context, 'success', 200)
  }
  app.post('/store/notify/:provider', describePlainRoute(webhookDocs, receive))
}

const webhookDocs: PlainRouteDocs = {
  tag: 'Payment pages',
  description: 'Takes a signed notice of a payment provider.',
  parameters: { provider: 'Such as `stripe`' },
  body: { type: 'application/json' },
  answers: {
    200: {
      description: 'The text `success`, also for a notice that changes nothing.',
      bodies: [{ type: 'text/plain' }]
    },
    400: { description: 'The signature is not valid.', bodies: [{ type: 'text/plain' }] },
    404: describeError('The server has no such provider.')
  }
}

const sendText = (context: Context, text: string, status: 200 | 400) =>
  context.text(text, status, { 'Cache-Control': 'no-store' })
