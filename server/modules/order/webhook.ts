import type { Context } from 'hono'
import type { HonoApp } from '../../http/app-environment.js'
import { withDeadline } from '../../http/deadline.js'
import type { Services } from '../../services.js'
import { InvalidSignature, type WebhookEvent } from '../payment/provider.js'
import { settle } from './settle.js'

/** Registers where providers send their notices. What was understood is answered `success`, so that it is not repeated. */
export function registerNotify(app: HonoApp, services: Services): void {
  app.post('/store/notify/:provider', async context => {
    const provider = services.payments.find(context.req.param('provider'))
    if (provider === null) return context.notFound()
    const { clock, config, db, log, liveness } = services
    // The signature is over the bytes as they came.
    const sent = { body: await context.req.text(), headers: context.req.raw.headers, now: new Date(clock.now()) }
    let notice: WebhookEvent | null
    try {
      notice = await provider.readNotice(sent)
    } catch (error) {
      if (!(error instanceof InvalidSignature)) throw error
      log.warn({ provider: provider.id }, 'a notice is not signed by its provider')
      return plain(context, 'signature', 400)
    }
    if (notice !== null) {
      const till = { now: sent.now, zone: config.timezone, log }
      await withDeadline(settle(db, { ...notice, provider: provider.id }, till), liveness)
    }
    return plain(context, 'success', 200)
  })
}

const plain = (context: Context, text: string, status: 200 | 400) =>
  context.text(text, status, { 'Cache-Control': 'no-store' })
