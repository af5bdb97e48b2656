import type { z } from 'zod'
import { endpoints } from '../../../contract/index.js'
import type { Endpoint, EndpointAccess } from '../../../contract/protocol/endpoint.js'
import { errorTexts } from '../../../contract/protocol/errors.js'
import { contractSections, findTypeNames } from '../../../server/modules/api-docs/contract-sections.js'
import { conventions } from '../../../server/modules/api-docs/conventions.js'
import { partnerApiActions } from '../../../server/modules/partner/partner-api.js'
import { formatCode, toTable } from './markdown.js'
import { formatFields, formatType, type SchemaNameLookup, toFields } from './zod-types.js'

const accessNames: Record<EndpointAccess, string> = { none: 'anybody', any: 'any token', user: 'signed in' }

export function createApiTables(): Record<string, string> {
  const types = findTypeNames()
  const findName: SchemaNameLookup = schema => types.get(schema)
  return {
    conventions,
    errors: toTable(
      ['code', 'meaning'],
      Object.entries(errorTexts).map(([errorCode, text]) => [errorCode, text])
    ),
    overview: toTable(
      ['call', 'access', 'what'],
      endpoints.map(({ method, path, access, description }) => [
        formatCode(`${method} ${path}`),
        accessNames[access],
        description
      ])
    ),
    endpoints: contractSections
      .map(section => [`## ${section.title}`, ...section.endpoints.map(one => describe(one, findName))].join('\n\n'))
      .join('\n\n'),
    types: [...types].map(([schema, name]) => describeType(schema, name, findName)).join('\n\n'),
    partner: toTable(
      ['address', 'parameters', 'what'],
      partnerApiActions.map(({ method, path, request, description }) => [
        formatCode(`${method} ${path}`),
        formatFields(toFields(request, findName)),
        description
      ])
    )
  }
}

function describe(
  { method, path, access, description, notes = [], limit, idempotencyKey, errors = {}, ...schemas }: Endpoint,
  findName: SchemaNameLookup
) {
  const sent = toFields(schemas.request, findName).filter(({ name }) => name !== 'lang')
  const returned = findName(schemas.response) === undefined ? formatFields(toFields(schemas.response, findName)) : ''
  const codes = Object.entries(errors).map(([errorCode, meaning]) => `${errorCode}: ${meaning}`)
  return [
    `### ${formatCode(`${method} ${path}`)}`,
    description,
    [
      `- Access: ${accessNames[access]}`,
      ...(limit === undefined ? [] : [`- Limit: ${limit}`]),
      ...(idempotencyKey === undefined ? [] : [`- Header: ${formatCode('Idempotency-Key')}, ${idempotencyKey}`]),
      ...(sent.length === 0 ? [] : [`- Request: ${formatFields(sent)}`]),
      `- Response: ${returned || formatType(schemas.response, findName)}`,
      ...(codes.length === 0 ? [] : [`- Errors: ${codes.join('; ')}`])
    ].join('\n'),
    ...notes
  ].join('\n\n')
}

function describeType(schema: z.core.$ZodType, name: string, findName: SchemaNameLookup): string {
  const fields = toFields(schema, findName)
  const rows = fields.map(field => [formatCode(field.isOptional ? `${field.name}?` : field.name), field.type])
  const body = rows.length === 0 ? formatType(schema, findName, false) : toTable(['field', 'type'], rows)
  return `### ${name}\n\n${body}`
}
