import type { Endpoint } from '../../../contract/protocol/endpoint.js'
import { uploadImage } from '../../../contract/reward.js'
import { visitorLogin } from '../../../contract/visitor.js'
import { cacheablePaths } from '../../handlers.js'
import { contractSections } from './contract-sections.js'
import { type CodeMeanings, createEnvelope, describeCodes, listCodes } from './envelope-schema.js'
import type { JsonSchema, JsonSchemas } from './json-schemas.js'
import {
  type Operation,
  type OperationDetails,
  omitRelativeLinks,
  toHeaderReference,
  toJsonBody,
  toParameterReference,
  toParameters,
  toResponseReference,
  toSummary
} from './operation.js'

export function createEndpointOperation(endpoint: Endpoint, schemas: JsonSchemas): OperationDetails {
  const { method, access, description, notes = [], limit, idempotencyKey } = endpoint
  const request = schemas.toRequest(endpoint.request)
  const codes = listCodes(listOwnCodes(endpoint))
  const isCacheable = cacheablePaths.has(endpoint.path)
  const title = contractSections.find(section => section.endpoints.includes(endpoint))?.title
  if (title === undefined) throw new Error(`${endpoint.path} is in no section of the contract`)
  const token: Operation['security'] = [{ viewerToken: [] }, { viewerToken: [], partnerToken: [] }]
  return {
    tags: [title],
    summary: toSummary(description),
    description: [
      ...(access === 'user' ? ['Needs an account: a visitor’s token is refused with 999.'] : []),
      ...notes.map(omitRelativeLinks),
      ...(limit === undefined ? [] : [`Limit: ${limit}.`])
    ].join('\n\n'),
    security: access === 'none' ? [{}, ...token] : token,
    parameters: [
      toParameterReference('DeviceId'),
      ...(idempotencyKey === undefined
        ? []
        : [toParameterReference(idempotencyKey === 'required' ? 'IdempotencyKey' : 'OptionalIdempotencyKey')]),
      ...(isCacheable ? [toParameterReference('IfNoneMatch')] : []),
      ...(method === 'GET' ? toParameters(request) : [])
    ],
    ...(method === 'POST' && { requestBody: endpoint === uploadImage ? toForm(request) : toJsonBody(request) }),
    responses: {
      200: {
        description: describeCodes(codes),
        ...(isCacheable && { headers: { ETag: toHeaderReference('ETag') } }),
        content: { 'application/json': { schema: createEnvelope(endpoint, codes, schemas) } }
      },
      ...(isCacheable && { 304: toResponseReference('NotModified') }),
      ...(method === 'POST' && { 413: toResponseReference('BodyTooLarge') }),
      ...(limit !== undefined && { 429: toResponseReference('TooManyRequests') }),
      500: toResponseReference('ServerError'),
      503: toResponseReference('ServerBusy')
    }
  }
}

function toForm({ properties = {}, required = [], ...schema }: JsonSchema): Operation['requestBody'] {
  const file: JsonSchema = { description: 'JPEG, PNG or WebP', contentMediaType: 'application/octet-stream' }
  const form = { ...schema, properties: { ...properties, file }, required: [...required, 'file'] }
  return { required: true, content: { 'multipart/form-data': { schema: form } } }
}

function listOwnCodes({ access, path, errors = {} }: Endpoint): CodeMeanings {
  if (path === visitorLogin.path) return errors
  return {
    ...errors,
    999: access === 'none' ? 'The token that was sent is not valid' : 'The token is missing or not valid'
  }
}
