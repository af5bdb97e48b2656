import { z } from 'zod'
import type { Endpoint } from '../../contract/protocol/endpoint.js'
import type { ErrorCode } from '../../contract/protocol/errors.js'

/** An action of the partner or operator API, as far as its description goes. */
export interface ActionDocs extends Pick<Endpoint, 'description' | 'errors' | 'errorData' | 'request'> {
  /** The `data` of a success; none if it is a file. */
  response?: z.ZodType
  files?: readonly BodyDocs[]
}

export interface BodyDocs {
  type: string
  /** Without one the body is text or bytes. */
  schema?: z.ZodType
}

export interface AnswerDocs {
  description: string
  /** Content types of the body; a status like 204 has none. */
  bodies?: readonly BodyDocs[]
}

/** A route that is not an endpoint of the contract, nor an action. */
export interface PlainRouteDocs {
  /** Needed if it does not follow from the route, such as `/m/{ticket}/{asset}/{file}` for `/m/*`. */
  path?: string
  tag: 'Console' | 'Media' | 'Files' | 'Payment pages' | 'Pages' | 'Health' | 'API description'
  description: string
  /** Needed if the route has one. */
  security?: 'viewer token'
  /** What the path's parameters are. */
  parameters?: Readonly<Record<string, string>>
  query?: z.ZodObject
  body?: BodyDocs
  /** By HTTP status. */
  answers: Readonly<Record<number, AnswerDocs>>
}

export type RouteDocs =
  | { kind: 'endpoint'; endpoint: Endpoint }
  | { kind: 'partner' | 'operator' | 'console'; action: ActionDocs }
  | { kind: 'plain'; route: PlainRouteDocs }

const httpError = z.object({ code: z.number().int(), msg: z.string(), data: z.null() })

/** For an HTTP status other than 200, which `code` repeats. */
export const describeError = (description: string): AnswerDocs => ({
  description,
  bodies: [{ type: 'application/json', schema: httpError }]
})

/** For HTTP 200 with a code that refuses. */
export const refusalOf = (code: ErrorCode) =>
  z.object({ code: z.literal(code), msg: z.string(), data: z.looseObject({}).nullable() })

const docsOfHandlers = new WeakMap<object, RouteDocs>()

/** Returns `handler`. The OpenAPI document has what `docs` says about the route that is registered with it. */
export function describeHandler<Handler extends object>(docs: RouteDocs, handler: Handler): Handler {
  docsOfHandlers.set(handler, docs)
  return handler
}

export const describePlainRoute = <Handler extends object>(route: PlainRouteDocs, handler: Handler): Handler =>
  describeHandler({ kind: 'plain', route }, handler)

export const findRouteDocs = (handler: object): RouteDocs | undefined => docsOfHandlers.get(handler)
