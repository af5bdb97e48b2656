import type { Lang } from '../../contract/protocol/language.js'
import type { Services } from '../services.js'
import type { TrackExternalWait } from './external-calls.js'
import type { Viewer } from './viewer.js'

/**
 * One request, as handlers see it; `origin` is where absolute addresses start, `viewer` null means without a token,
 * `address` tells callers without one apart,
 * `idempotencyKey` is what the client calls this write.
 */
export interface RequestContext extends Services {
  viewer: Viewer | null
  token: string | null
  deviceId: string
  userAgent: string
  address: string
  idempotencyKey: string | null
  /** What the page says of its own viewer: the header XX-Token, unread. */
  partnerToken: string | null
  lang: Lang
  origin: string
  now: Date
  waitElsewhere: TrackExternalWait
}
