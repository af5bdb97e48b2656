import type { ActionDocs, PlainRouteDocs } from '../../http/route-docs.js'
import { createEnvelope, describeCodes, listCodes } from './envelope-schema.js'
import type { JsonSchemas } from './json-schemas.js'
import {
  type OperationDetails,
  toAnswer,
  toContent,
  toJsonBody,
  toParameterReference,
  toParameters,
  toResponseReference,
  toSummary
} from './operation.js'

interface ActionRoute {
  kind: 'partner' | 'operator' | 'console'
  method: string
  action: ActionDocs
}

const sectionOf = { operator: 'Operator API', partner: 'Partner API', console: 'Console' } as const
const securityOf = { operator: 'operatorKey', partner: 'partnerKey', console: 'consoleSession' } as const

export function createActionOperation({ kind, method, action }: ActionRoute, schemas: JsonSchemas): OperationDetails {
  const { description, files = [] } = action
  const errors = kind === 'console' ? { 999: 'No session', ...action.errors } : (action.errors ?? {})
  const request = schemas.toRequest(action.request)
  const isOperator = kind === 'operator'
  const codes = listCodes(errors)
  return {
    tags: [sectionOf[kind]],
    summary: toSummary(description),
    security: [{ [securityOf[kind]]: [] }],
    parameters: [
      ...(isOperator ? [toParameterReference('OperatorName')] : []),
      ...(method === 'GET' ? toParameters(request) : [])
    ],
    ...(method === 'POST' && { requestBody: toJsonBody(request) }),
    responses: {
      200: {
        description: describeCodes(codes),
        content: {
          'application/json': { schema: createEnvelope(action, codes, schemas) },
          ...toContent(files, schemas.toResponse)
        }
      },
      403: toResponseReference('WrongKey'),
      ...(isOperator && { 404: toResponseReference('NotFound') }),
      ...(method === 'POST' && { 413: toResponseReference('BodyTooLarge') }),
      429: toResponseReference('TooManyRequests'),
      500: toResponseReference('ServerError'),
      503: toResponseReference('ServerBusy')
    }
  }
}

export function createPlainOperation(
  method: string,
  { tag, description, security, query, body, answers }: PlainRouteDocs,
  schemas: JsonSchemas
): OperationDetails {
  const requestBody = body && { required: true, content: toContent([body], schemas.toRequest) }
  const responses = Object.entries(answers).map(([status, answer]) => [status, toAnswer(answer, schemas)])
  return {
    tags: [tag],
    summary: toSummary(description),
    security: [security === undefined ? {} : { viewerToken: [] }],
    parameters: query === undefined ? [] : toParameters(schemas.toRequest(query)),
    ...(requestBody && { requestBody }),
    responses: {
      ...(method === 'POST' && { 413: toResponseReference('BodyTooLarge') }),
      500: toResponseReference('ServerError'),
      503: toResponseReference('ServerBusy'),
      ...Object.fromEntries(responses)
    }
  }
}
