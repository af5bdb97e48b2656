import type { z } from 'zod'
import type { TrackExternalWait } from '../../http/external-calls.js'
import type { ActionDocs } from '../../http/route-docs.js'
import type { Services } from '../../services.js'
import type { Partner } from './api-keys.js'

export interface PartnerContext extends Services {
  now: Date
  partner: Partner
  origin: string
  trackExternalWait: TrackExternalWait
}

export interface PartnerAction<Request extends z.ZodType = z.ZodType, Response extends z.ZodType = z.ZodType>
  extends Pick<ActionDocs, 'description' | 'errors' | 'errorData'> {
  method: 'GET' | 'POST'
  path: `/partner/${string}`
  request: Request
  response: Response
  run(context: PartnerContext, request: z.output<Request>): Promise<z.output<Response>>
}
