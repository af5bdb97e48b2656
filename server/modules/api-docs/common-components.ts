import { toRefusal } from './envelope-schema.js'
import { type JsonSchema, toReference } from './json-schemas.js'
import { type OpenApiResponse, toHeaderReference } from './operation.js'

export const commonResponses: Record<string, OpenApiResponse> = {
  NotModified: { description: 'The response with the `ETag` in `If-None-Match` is still the same.' },
  WrongKey: {
    description: 'No key, or a wrong one.',
    content: { 'application/json': { schema: toReference('HttpError') } }
  },
  NotFound: {
    description: 'The server has no `OPERATOR_KEY`, or there is no such file.',
    content: { 'application/json': { schema: toReference('HttpError') } }
  },
  BodyTooLarge: {
    description: 'The body is above 64 KiB.',
    content: { 'application/json': { schema: toReference('HttpError') } }
  },
  TooManyRequests: {
    description: 'Too many requests, or too many tries.',
    headers: { 'Retry-After': toHeaderReference('RetryAfter') },
    content: { 'application/json': { schema: toRefusal([4502], { type: 'null' }) } }
  },
  ServerError: {
    description: 'An error of the server.',
    content: { 'application/json': { schema: toRefusal([5000], { type: 'null' }) } }
  },
  ServerBusy: {
    description: 'The database does not respond, or not in time. The request may be repeated.',
    headers: { 'Retry-After': toHeaderReference('RetryAfter') },
    content: { 'application/json': { schema: toRefusal([5000], { type: 'null' }) } }
  }
}

export const commonSchemas: Record<string, JsonSchema> = {
  HttpError: {
    type: 'object',
    properties: {
      code: { type: 'integer', description: 'The HTTP status.' },
      msg: { type: 'string' },
      data: { type: 'null' }
    },
    required: ['code', 'msg', 'data']
  },
  ParameterError: {
    description: '`data` of 4001.',
    type: 'object',
    properties: {
      fields: { type: 'array', items: { type: 'string' }, description: 'Names of fields or headers.' },
      reason: { type: 'string' }
    },
    required: ['fields'],
    additionalProperties: true
  }
}

export const commonParameters = {
  DeviceId: {
    name: 'XX-Device-Id',
    in: 'header',
    description: 'Id of the device, which the client makes and keeps.',
    schema: { type: 'string', maxLength: 256 }
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: true,
    description: 'New for every decision of the viewer, and the same when the request is sent again.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{16,64}$' }
  },
  OptionalIdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'With a key, a repeated request gets the first response, also a refusal.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{16,64}$' }
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` of an earlier response, for requests without a token.',
    schema: { type: 'string' }
  },
  OperatorName: {
    name: 'X-Operator',
    in: 'header',
    description: 'Name of the operator for the audit log, percent-encoded.',
    schema: { type: 'string' }
  }
}

export const commonHeaders = {
  ETag: { description: 'Without a token only.', schema: { type: 'string' } },
  RetryAfter: { description: 'Seconds.', schema: { type: 'integer' } }
}

export const securitySchemes = {
  viewerToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of `/index/visitor_login`. The word `Bearer` may be left out.'
  },
  partnerToken: {
    type: 'apiKey',
    in: 'header',
    name: 'XX-Token',
    description: 'A partner’s JWT, beside the viewer’s token, for viewers whom a partner has signed in.'
  },
  partnerKey: { type: 'http', scheme: 'bearer', description: 'A partner’s key, which an operator creates.' },
  operatorKey: { type: 'http', scheme: 'bearer', description: '`OPERATOR_KEY` of the server.' },
  consoleSession: {
    type: 'apiKey',
    in: 'cookie',
    name: 'drama_console',
    description:
      'Set by a sign-in to the console. A POST also needs `X-CSRF-Token`, which `/console/api/session` returns.'
  }
}
