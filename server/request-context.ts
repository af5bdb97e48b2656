import type { Lang } from '../contract/lang.js'
import type { Viewer } from './modules/visitor/session.js'
import type { Services } from './services.js'

/**
 * One request, as handlers see it; `origin` is where absolute addresses start, `viewer` null means without a token,
 * `address` tells callers without one apart.
 */
export interface RequestContext extends Services {
  viewer: Viewer | null
  token: string | null
  deviceId: string
  userAgent: string
  address: string
  lang: Lang
  origin: string
  now: Date
}
