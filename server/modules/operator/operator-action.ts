import type { z } from 'zod'
import type { TrackExternalWait } from '../../http/external-calls.js'
import type { ActionDocs } from '../../http/route-docs.js'
import type { Services } from '../../services.js'
import type { MemberRole, OperatorRole } from '../member/member-role.js'

export interface OperatorContext extends Services {
  now: Date
  /** E-mail address of the member, or what the holder of OPERATOR_KEY says. */
  operator: string
  /** Null for OPERATOR_KEY, which may run everything. */
  member: OperatorMember | null
  /** Network address of the caller. */
  address: string
  /** Of this server, as the caller knows it. */
  origin: string
  trackExternalWait: TrackExternalWait
}

export interface OperatorMember {
  id: string
  role: MemberRole
}

export interface OperatorAction<
  Request extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
  Path extends `/operator/${string}` = `/operator/${string}`,
  Method extends 'GET' | 'POST' = 'GET' | 'POST'
> extends Pick<ActionDocs, 'description' | 'errors' | 'errorData'> {
  method: Method
  path: Path
  /** Who may run it in the console besides owners. */
  roles: readonly OperatorRole[]
  request: Request
  response: Response
  /** Subject in the audit log; null for actions that only read, which are not logged. */
  subject: ((request: z.output<Request>, context: OperatorContext) => string) | null
  /** Fields that the audit log must not repeat. */
  secretFields?: readonly string[]
  /** State of the subject, which the audit log keeps as it was before and after the action. */
  readState?(context: OperatorContext, request: z.output<Request>): Promise<unknown>
  run(context: OperatorContext, request: z.output<Request>): Promise<z.output<Response>>
}

/** Keeps path and method in the type, from which the console's client is made. */
export const defineOperatorAction = <
  Request extends z.ZodType,
  Response extends z.ZodType,
  const Path extends `/operator/${string}`,
  const Method extends 'GET' | 'POST'
>(
  action: OperatorAction<Request, Response, Path, Method>
): OperatorAction<Request, Response, Path, Method> => action
