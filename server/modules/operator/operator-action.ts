import type { z } from 'zod'
import type { TrackExternalWait } from '../../http/external-calls.js'
import type { ActionDocs } from '../../http/route-docs.js'
import type { Services } from '../../services.js'

export interface OperatorContext extends Services {
  now: Date
  operator: string
  trackExternalWait: TrackExternalWait
}

export interface OperatorAction<Request extends z.ZodType = z.ZodType, Response extends z.ZodType = z.ZodType>
  extends Pick<ActionDocs, 'description' | 'errors' | 'errorData'> {
  method: 'GET' | 'POST'
  path: `/operator/${string}`
  request: Request
  response: Response
  /** Subject in the audit log; null for actions that only read, which are not logged. */
  subject: ((request: z.output<Request>) => string) | null
  /** Fields that the audit log must not repeat. */
  secretFields?: readonly string[]
  run(context: OperatorContext, request: z.output<Request>): Promise<z.output<Response>>
}
