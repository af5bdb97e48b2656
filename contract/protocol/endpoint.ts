import type { z } from 'zod'

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
