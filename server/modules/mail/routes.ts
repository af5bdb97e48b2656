import type { Context } from 'hono'
import { z } from 'zod'
import type { HonoApp } from '../../http/app-environment.js'
import { readCaller } from '../../http/caller.js'
import { createSuccessEnvelope } from '../../http/envelope.js'
import { sendEnvelope } from '../../http/respond.js'
import { describePlainRoute, type PlainRouteDocs, refusalOf } from '../../http/route-docs.js'
import type { Services } from '../../services.js'

/** Lists the mails to `address`, or those that the caller's network address requested. Only for the demo mailer. */
export function registerMailbox(app: HonoApp, services: Services): void {
  const { limits, mailer } = services
  if (mailer.kind !== 'demo') return
  const list = async (context: Context) => {
    const { address: caller } = readCaller(context, services)
    await limits.mailbox.take(caller)
    const to = context.req.query('address')?.trim().toLowerCase()
    const mails = mailer.mailer.list(to === undefined || to === '' ? { address: caller } : { to })
    const listed = mails.map(({ address: _, ...mail }) => mail)
    return sendEnvelope(context, createSuccessEnvelope({ list: listed }), { secret: null })
  }
  app.get('/demo/mailbox', describePlainRoute(mailboxDocs, list))
}

const mail = z.object({
  id: z.number().int(),
  at: z.number().int(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  attachments: z.array(z.object({ name: z.string(), type: z.string(), text: z.string() })).optional()
})

const mailboxDocs: PlainRouteDocs = {
  tag: 'Pages',
  description: 'Mails of a demonstration, to `address` or requested by the caller’s network address.',
  query: z.object({ address: z.string().optional() }),
  answers: {
    200: {
      description: 'The newest mails.',
      bodies: [
        {
          type: 'application/json',
          schema: z.object({ code: z.literal(200), msg: z.string(), data: z.object({ list: z.array(mail) }) })
        }
      ]
    },
    429: {
      description: 'More than 300 requests in a minute.',
      bodies: [{ type: 'application/json', schema: refusalOf(4502) }]
    }
  }
}
