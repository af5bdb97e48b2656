import type { Context } from 'hono'
import type { HonoApp } from '../../http/app-environment.js'
import { withDeadline } from '../../http/deadline.js'
import type { Services } from '../../services.js'
import { InvalidSignature, type WebhookEvent } from '../payment/provider.js'
import { applyPaymentUpdate } from './settle.js'

/** Responds `success` to ignored events too, so that the provider does not repeat them. */
export function registerPaymentWebhook(app: HonoApp, services: Services): void {
  app.post('/store/notify/:provider', async context => {
    const provider = services.payments.find(context.req.param('provider'))
    if (provider === null) return context.notFound()
    const { clock, config, db, log, liveness } = services
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
      const settleContext = { now: request.now, zone: config.timezone, log }
      await withDeadline(applyPaymentUpdate(db, { ...event, provider: provider.id }, settleContext), liveness)
    }
    return sendText(context, 'success', 200)
  })
}

const sendText = (context: Context, text: string, status: 200 | 400) =>
  context.text(text, status, { 'Cache-Control': 'no-store' })
