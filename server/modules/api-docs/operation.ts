import type { z } from 'zod'
import type { AnswerDocs, BodyDocs } from '../../http/route-docs.js'
import type { JsonSchema, JsonSchemas } from './json-schemas.js'

export interface Parameter {
  name: string
  in: 'query' | 'path'
  required: boolean
  description?: string
  schema: JsonSchema
}

export interface Reference {
  $ref: string
}

export interface Content {
  schema: JsonSchema
}

export interface OpenApiResponse {
  description: string
  headers?: Record<string, Reference>
  content?: Record<string, Content>
}

/** https://spec.openapis.org/oas/v3.1.1.html#operation-object */
export interface Operation {
  tags: string[]
  operationId: string
  summary: string
  description?: string
  security: Record<string, string[]>[]
  parameters: (Parameter | Reference)[]
  requestBody?: { required: boolean; content: Record<string, Content> }
  responses: Record<string, OpenApiResponse | Reference>
}

export type OperationDetails = Omit<Operation, 'operationId'>

/** For requests: the fields of an object as parameters. */
export function toParameters({ properties = {}, required = [] }: JsonSchema): Parameter[] {
  return Object.entries(properties).flatMap(([name, schema]) =>
    typeof schema === 'object' ? { name, in: 'query', required: required.includes(name), schema } : []
  )
}

export function toJsonBody(schema: JsonSchema): NonNullable<Operation['requestBody']> {
  return { required: (schema.required ?? []).length > 0, content: { 'application/json': { schema } } }
}

export const toResponseReference = (name: string): Reference => ({ $ref: `#/components/responses/${name}` })
export const toParameterReference = (name: string): Reference => ({ $ref: `#/components/parameters/${name}` })
export const toHeaderReference = (name: string): Reference => ({ $ref: `#/components/headers/${name}` })

export function toAnswer({ description, bodies = [] }: AnswerDocs, schemas: JsonSchemas): OpenApiResponse {
  return { description, ...(bodies.length > 0 && { content: toContent(bodies, schemas.toResponse) }) }
}

export function toContent(
  bodies: readonly BodyDocs[],
  convert: (schema: z.ZodType) => JsonSchema
): Record<string, Content> {
  return Object.fromEntries(
    bodies.map(({ type, schema }) => [type, { schema: schema === undefined ? toRawSchema(type) : convert(schema) }])
  )
}

/** OpenAPI 3.1 describes bytes by a schema without a type. */
const toRawSchema = (type: string): JsonSchema =>
  /^text\/|xml|ndjson|mpegurl/.test(type) ? { type: 'string' } : { contentMediaType: type }

/** Links of docs/reference lead nowhere from another page. */
export const omitRelativeLinks = (markdown: string) => markdown.replace(/\[([^\]]+)\]\((?:\.\.\/|#)[^)]*\)/g, '$1')

/** A summary is plain text. */
export const toSummary = (markdown: string) => markdown.replace(/\[([^\]]+)\]\([^)]*\)/g, '$1').replaceAll('`', '')
