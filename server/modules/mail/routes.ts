import type { HttpBindings } from '@hono/node-server'
import type { HonoApp } from '../../http/app-environment.js'
import { clientAddress } from '../../http/client-address.js'
import { success } from '../../http/envelope.js'
import { sendEnvelope } from '../../http/respond.js'
import type { Services } from '../../services.js'

/**
 * Registers `GET /demo/mailbox`: mails to `address`, else those that were asked for from the caller's own network
 * address, 300 times a minute. It does not exist where mail really leaves, nor in production.
 */
export function registerMailbox(app: HonoApp, { config, limits, mailer }: Services): void {
  if (mailer.kind !== 'demo') return
  app.get('/demo/mailbox', context => {
    const { incoming }: Partial<HttpBindings> = context.env ?? {}
    const forwarded = context.req.header('X-Forwarded-For')
    const caller = clientAddress(incoming?.socket.remoteAddress, forwarded, config.trustedProxies)
    limits.mailbox.take(caller)
    const to = context.req.query('address')?.trim().toLowerCase()
    const mails = mailer.mailer.list(to === undefined || to === '' ? { address: caller } : { to })
    const list = mails.map(({ address: _, ...mail }) => mail)
    return sendEnvelope(context, success({ list }), { secret: null })
  })
}
