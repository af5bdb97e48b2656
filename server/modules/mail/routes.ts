import type { HonoApp } from '../../http/app-environment.js'
import { readCaller } from '../../http/caller.js'
import { createSuccessEnvelope } from '../../http/envelope.js'
import { sendEnvelope } from '../../http/respond.js'
import type { Services } from '../../services.js'

/** Lists the mails to `address`, or those that the caller's network address requested. Only for the demo mailer. */
export function registerMailbox(app: HonoApp, services: Services): void {
  const { limits, mailer } = services
  if (mailer.kind !== 'demo') return
  app.get('/demo/mailbox', async context => {
    const { address: caller } = readCaller(context, services)
    await limits.mailbox.take(caller)
    const to = context.req.query('address')?.trim().toLowerCase()
    const mails = mailer.mailer.list(to === undefined || to === '' ? { address: caller } : { to })
    const list = mails.map(({ address: _, ...mail }) => mail)
    return sendEnvelope(context, createSuccessEnvelope({ list }), { secret: null })
  })
}
