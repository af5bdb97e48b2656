import type { z } from 'zod'

/** Who may call: `none` (a token is optional), `any` (visitor or user), `user` (signed-in user only). */
export type Access = 'none' | 'any' | 'user'

/** One promise between client and server: where, who, what goes in, what comes back in the envelope's `data`. */
export interface Endpoint<
  Method extends 'GET' | 'POST' = 'GET' | 'POST',
  Path extends string = string,
  Request extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType
> {
  method: Method
  path: Path
  access: Access
  request: Request
  response: Response
}

/** Keeps the literal method and path in the type, so that the client's calls are checked by the compiler. */
export function defineEndpoint<
  const Method extends 'GET' | 'POST',
  const Path extends string,
  Request extends z.ZodType,
  Response extends z.ZodType
>(promise: Endpoint<Method, Path, Request, Response>): Endpoint<Method, Path, Request, Response> {
  return promise
}
