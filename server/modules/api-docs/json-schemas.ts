import { z } from 'zod'
import { findTypeNames } from './contract-sections.js'

export type JsonSchema = z.core.JSONSchema.BaseSchema

export interface JsonSchemas {
  /** What a client sends. */
  toRequest(schema: z.ZodType): JsonSchema
  /** What the server sends. Types of the contract become components. */
  toResponse(schema: z.ZodType): JsonSchema
  /** The components that responses have referred to so far. */
  readonly components: Record<string, JsonSchema>
}

export const toReference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

export function createJsonSchemas(): JsonSchemas {
  const components: Record<string, JsonSchema> = {}
  const names = findTypeNames()
  const metadata = z.registry<{ id?: string }>()
  for (const [schema, id] of names) metadata.add(schema, { id })

  const convert = (schema: z.ZodType, io: 'input' | 'output') => {
    const registry = io === 'output' ? metadata : z.registry<{ id?: string }>()
    const { $schema: _, ...converted } = z.toJSONSchema(schema, {
      io,
      metadata: registry,
      unrepresentable: 'any',
      override: simplify
    })
    return converted
  }

  return {
    components,
    toRequest: schema => convert(schema, 'input'),
    toResponse: schema => {
      const { $defs = {}, ...converted } = rewriteReferences(convert(schema, 'output'))
      for (const [name, definition] of Object.entries($defs)) {
        if (typeof definition === 'object') components[name] = omitId(definition)
      }
      const name = names.get(schema)
      if (name === undefined) return converted
      if (converted.$ref === undefined) components[name] = omitId(converted)
      return toReference(name)
    }
  }
}

const omitId = ({ id: _, ...schema }: JsonSchema): JsonSchema => schema

const rewriteReferences = (schema: JsonSchema): JsonSchema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'))

interface Conversion {
  zodSchema: z.core.$ZodTypes
  jsonSchema: JsonSchema
}

function simplify({ zodSchema: { _zod }, jsonSchema }: Conversion): void {
  // `JSON.stringify` writes a Date so.
  if (_zod.def.type === 'date') Object.assign(jsonSchema, { type: 'string', format: 'date-time' })
  // A later version may add fields. Only a strict object refuses them.
  const isStrict = _zod.def.type === 'object' && _zod.def.catchall?._zod.def.type === 'never'
  if (_zod.def.type === 'object' && jsonSchema.additionalProperties === false && !isStrict) {
    delete jsonSchema.additionalProperties
  }
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (_zod.def.type === 'record') delete jsonSchema.propertyNames
}
