import type { z } from 'zod'
import type { ActionDocs } from '../../http/route-docs.js'
import type { Services } from '../../services.js'
import type { MemberSession } from './member-session.js'

export interface ConsoleContext extends Services {
  now: Date
  /** Network address of the caller. */
  address: string
  userAgent: string
  /** Of this server, such as https://drama.example. */
  origin: string
  /** Null before the sign-in. */
  session: MemberSession | null
  /** Sets the cookie of a new session. */
  openSession(memberId: string, method: 'code' | 'link' | 'passkey'): Promise<void>
  /** Deletes the cookie. */
  closeSession(): void
}

export interface ConsoleAction<Request extends z.ZodType = z.ZodType, Response extends z.ZodType = z.ZodType>
  extends Pick<ActionDocs, 'description' | 'errors' | 'errorData'> {
  method: 'GET' | 'POST'
  path: `/console/api/${string}`
  request: Request
  response: Response
  run(context: ConsoleContext, request: z.output<Request>): Promise<z.output<Response>>
}
