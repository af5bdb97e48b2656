import type { z } from 'zod'
import type { TrackExternalWait } from '../../http/external-calls.js'
import type { ActionDocs } from '../../http/route-docs.js'
import type { Services } from '../../services.js'
import type { MemberRole } from '../member/member-role.js'
import type { Partner } from './api-keys.js'

export interface PartnerContext extends Services {
  now: Date
  partner: Partner
  origin: string
  trackExternalWait: TrackExternalWait
  /** Who has signed in to the console; null for a key. */
  member: PartnerMember | null
}

export interface PartnerMember {
  id: string
  email: string
}

export interface CsvFile {
  /** Without its ending. */
  name: string
  text: string
}

export interface PartnerAction<
  Request extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
  Path extends `/partner/${string}` = `/partner/${string}`,
  Method extends 'GET' | 'POST' = 'GET' | 'POST'
> extends Pick<ActionDocs, 'description' | 'errors' | 'errorData'> {
  method: Method
  path: Path
  /** Operators who may run it for a partner: owners and editors by default, and analysts if it only reads. */
  operatorRoles?: readonly MemberRole[]
  /** True if only members who manage their partner may run it; keys never may. */
  isForAdmins?: boolean
  request: Request
  response: Response
  /** State of the subject, which the audit log keeps as it was before and after the action. */
  readState?(context: PartnerContext, request: z.output<Request>): Promise<unknown>
  run(context: PartnerContext, request: z.output<Request>): Promise<z.output<Response>>
  /** For `format=csv`, which the request must allow. */
  toCsv?(response: z.output<Response>, context: PartnerContext): CsvFile
}

/** Keeps path and method in the type, from which the console's client is made. */
export const definePartnerAction = <
  Request extends z.ZodType,
  Response extends z.ZodType,
  const Path extends `/partner/${string}`,
  const Method extends 'GET' | 'POST'
>(
  action: PartnerAction<Request, Response, Path, Method>
): PartnerAction<Request, Response, Path, Method> => action
