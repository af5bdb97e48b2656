import type { z } from 'zod'
import type { WaitElsewhere } from '../../http/external-calls.js'
import type { RateLimit } from '../../http/rate-limit.js'
import type { Services } from '../../services.js'
import type { Partner } from './api-keys.js'

/** The server as one partner works with it. */
export interface PartnerDesk extends Services {
  now: Date
  partner: Partner
  origin: string
  waitElsewhere: WaitElsewhere
  /** Tests of a partner's own addresses: they are calls to the outside. */
  tests: RateLimit
}

/** Something that partners do. */
export interface PartnerDeed<Request extends z.ZodType = z.ZodType> {
  method: 'GET' | 'POST'
  path: `/partner/${string}`
  request: Request
  run(desk: PartnerDesk, request: z.output<Request>): Promise<object>
}
