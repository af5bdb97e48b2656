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

export interface ConsoleAction<
  Request extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
  Path extends `/console/api/${string}` = `/console/api/${string}`,
  Method extends 'GET' | 'POST' = 'GET' | 'POST'
> extends Pick<ActionDocs, 'description' | 'errors' | 'errorData'> {
  method: Method
  path: Path
  request: Request
  response: Response
  /** True if it changes the own account: the audit log then keeps the member before and after. */
  changesAccount?: boolean
  /** Fields that the audit log must not repeat. */
  secretFields?: readonly string[]
  run(context: ConsoleContext, request: z.output<Request>): Promise<z.output<Response>>
}

/** Keeps path and method in the type, from which the console's client is made. */
export const defineConsoleAction = <
  Request extends z.ZodType,
  Response extends z.ZodType,
  const Path extends `/console/api/${string}`,
  const Method extends 'GET' | 'POST'
>(
  action: ConsoleAction<Request, Response, Path, Method>
): ConsoleAction<Request, Response, Path, Method> => action
