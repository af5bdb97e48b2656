import type { z } from 'zod'
import type { subscribePush, unsubscribePush } from '../../../contract/push.js'
import { createFieldError } from '../../http/business-error.js'
import type { RequestContext } from '../../http/request-context.js'
import { createIdentifier } from '../../lib/identifier.js'
import { isHostAllowed } from '../postback/allowed-host.js'
import { requireViewer } from '../visitor/session.js'
import { deleteSubscription, storeSubscription } from './subscriptions.js'
import { isBrowserKey, readVapidDetails } from './vapid.js'

export async function getPush({ config }: RequestContext) {
  return { public_key: readVapidDetails(config).publicKey }
}

export async function postSubscribe(context: RequestContext, request: z.output<typeof subscribePush.request>) {
  const { db, config, deviceId, lang, limits, now } = context
  const { userId } = requireViewer(context.viewer)
  await limits.pushSubscribe.take(context)
  const { endpoint, p256dh, auth } = request
  if (!isHostAllowed(new URL(endpoint), config.isProduction)) throw createFieldError('endpoint', 'not_allowed')
  if (!isBrowserKey(p256dh)) throw createFieldError('p256dh', 'not_a_key')
  const id = createIdentifier('n', context)
  const keys = { endpoint, p256dh, auth }
  await storeSubscription(db, { id, user_id: userId, device_id: deviceId, ...keys, lang, created_at: now })
  return { ok: true as const }
}

export async function postUnsubscribe(context: RequestContext, request: z.output<typeof unsubscribePush.request>) {
  const { userId } = requireViewer(context.viewer)
  await deleteSubscription(context.db, userId, request.endpoint)
  return { ok: true as const }
}
