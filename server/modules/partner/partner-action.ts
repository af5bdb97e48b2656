import type { z } from 'zod'
import type { TrackExternalWait } from '../../http/external-calls.js'
import type { Services } from '../../services.js'
import type { Partner } from './api-keys.js'

export interface PartnerContext extends Services {
  now: Date
  partner: Partner
  origin: string
  trackExternalWait: TrackExternalWait
}

export interface PartnerAction<Request extends z.ZodType = z.ZodType> {
  method: 'GET' | 'POST'
  path: `/partner/${string}`
  /** For docs/reference/api.md. */
  description: string
  request: Request
  run(context: PartnerContext, request: z.output<Request>): Promise<object>
}
