import type { z } from 'zod'
import type { ErrorCode } from './errors.js'

/** `none` works without a token, `any` needs a visitor or a user, `user` needs a signed-in user. */
export type EndpointAccess = 'none' | 'any' | 'user'

export interface Endpoint<
  Method extends 'GET' | 'POST' = 'GET' | 'POST',
  Path extends string = string,
  Request extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType
> {
  method: Method
  path: Path
  access: EndpointAccess
  /** The fields from here to `errorData` are for docs/reference/api.md and the OpenAPI document. */
  description: string
  notes?: readonly string[]
  /** Accepted requests per caller. */
  limit?: string
  /** Whether the header `Idempotency-Key` must be sent, or may be: without it a repeated request is a new one. */
  idempotencyKey?: 'required' | 'optional'
  /** What a code means here. Codes that every endpoint may return are left out. */
  errors?: Partial<Record<ErrorCode, string>>
  /** The `data` of these codes; that of other codes is null, or of 4001 the names of the fields. */
  errorData?: Partial<Record<ErrorCode, z.ZodType>>
  request: Request
  response: Response
}

export function defineEndpoint<
  const Method extends 'GET' | 'POST',
  const Path extends string,
  Request extends z.ZodType,
  Response extends z.ZodType
>(endpoint: Endpoint<Method, Path, Request, Response>): Endpoint<Method, Path, Request, Response> {
  return endpoint
}
