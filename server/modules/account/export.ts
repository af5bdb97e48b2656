import type { RequestContext } from '../../http/request-context.js'
import { requireViewer } from '../visitor/session.js'

const GOOD_FOR_MS = 10 * 60_000

/** Where the caller's data can be fetched: the address opens this one file and nothing else. */
export async function getExport(context: RequestContext) {
  const { accountKeys, limits, origin, now } = context
  const { userId } = requireViewer(context.viewer)
  limits.export.take(context)
  const expiresAt = now.getTime() + GOOD_FOR_MS
  return { url: `${origin}/exports/${accountKeys.signExport(userId, expiresAt)}/drama.json`, expires_at: expiresAt }
}
