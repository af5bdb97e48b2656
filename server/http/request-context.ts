import type { Lang } from '../../contract/protocol/language.js'
import type { Content } from '../db/content-cache.js'
import type { Services } from '../services.js'
import type { TrackExternalWait } from './external-calls.js'
import type { Viewer } from './viewer.js'

/** `viewer` is null without a token; limits then use `address`. `origin` is the base of absolute URLs. */
export interface RequestContext extends Services {
  viewer: Viewer | null
  token: string | null
  content: Content
  deviceId: string
  userAgent: string
  address: string
  /** ISO 3166-1 alpha-2, or empty. */
  country: string
  idempotencyKey: string | null
  /** The header XX-Token, not verified: the host page's claim about its viewer. */
  partnerToken: string | null
  lang: Lang
  origin: string
  now: Date
  trackExternalWait: TrackExternalWait
}
