import type { z } from 'zod'
import type { TrackExternalWait } from '../../http/external-calls.js'
import type { Services } from '../../services.js'

/** The server as an operator works with it; `operator` is what they call themselves. */
export interface OperatorContext extends Services {
  now: Date
  operator: string
  waitElsewhere: TrackExternalWait
}

/** Something that operators do. What changes anything is written down before it is done. */
export interface OperatorAction<Request extends z.ZodType = z.ZodType> {
  method: 'GET' | 'POST'
  path: `/operator/${string}`
  request: Request
  /** What the deed is about, for the log; null where it only reads. */
  subject: ((request: z.output<Request>) => string) | null
  run(office: OperatorContext, request: z.output<Request>): Promise<object>
}
