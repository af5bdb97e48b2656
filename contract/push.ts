import { z } from 'zod'
import { defineEndpoint } from './protocol/endpoint.js'
import { languageSchema } from './protocol/language.js'

const endpoint = z.url({ protocol: /^https?$/ }).max(1000)

export const pushIndex = defineEndpoint({
  method: 'GET',
  path: '/push/index',
  access: 'any',
  description: 'Returns the key with which a browser subscribes to Web Push.',
  request: z.object({ lang: languageSchema }),
  response: z.object({ public_key: z.string() })
})

export const subscribePush = defineEndpoint({
  method: 'POST',
  path: '/push/subscribe',
  access: 'any',
  description: 'Tells this browser about new episodes of the viewer’s favourites that are still running.',
  notes: [
    'The three fields are those of the browser’s `PushSubscription`. A call with a known `endpoint` gives it to this viewer, in the language of the call.',
    'A viewer has at most 10 browsers; an 11th replaces the oldest.'
  ],
  limit: '60 an hour',
  request: z.object({
    lang: languageSchema,
    endpoint,
    p256dh: z.string().regex(/^[A-Za-z0-9_-]{87}$/),
    auth: z.string().regex(/^[A-Za-z0-9_-]{22}$/)
  }),
  response: z.object({ ok: z.literal(true) })
})

export const unsubscribePush = defineEndpoint({
  method: 'POST',
  path: '/push/unsubscribe',
  access: 'any',
  description: 'Ends what `/push/subscribe` began. Succeeds also if there is nothing to end.',
  request: z.object({ lang: languageSchema, endpoint }),
  response: z.object({ ok: z.literal(true) })
})
