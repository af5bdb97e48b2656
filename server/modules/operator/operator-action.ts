import type { z } from 'zod'
import type { WaitElsewhere } from '../../http/external-calls.js'
import type { Services } from '../../services.js'

/** The server as an operator works with it; `operator` is what they call themselves. */
export interface Office extends Services {
  now: Date
  operator: string
  waitElsewhere: WaitElsewhere
}

/** Something that operators do. What changes anything is written down before it is done. */
export interface Deed<Request extends z.ZodType = z.ZodType> {
  method: 'GET' | 'POST'
  path: `/operator/${string}`
  request: Request
  /** What the deed is about, for the log; null where it only reads. */
  subject: ((request: z.output<Request>) => string) | null
  run(office: Office, request: z.output<Request>): Promise<object>
}
