import { z } from 'zod'
import { formatCode } from './markdown.js'

export type SchemaNameLookup = (schema: z.core.$ZodType) => string | undefined

export interface SchemaField {
  name: string
  isOptional: boolean
  type: string
}

export function toFields(schema: z.core.$ZodType, findName: SchemaNameLookup): SchemaField[] {
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape).map(([name, value]) => {
    const { inner, isOptional, fallback } = unwrap(value)
    const type = formatType(inner, findName)
    return {
      name,
      isOptional,
      type: fallback === undefined ? type : `${type}, default ${formatCode(String(fallback))}`
    }
  })
}

export function formatFields(fields: readonly SchemaField[]): string {
  return fields.map(({ name, isOptional, type }) => `${formatCode(isOptional ? `${name}?` : name)} ${type}`).join('; ')
}

export function formatType(schema: z.core.$ZodType, findName: SchemaNameLookup, isNamed = true): string {
  const name = isNamed ? findName(schema) : undefined
  if (name !== undefined) return `[${name}](#${name.toLowerCase()})`
  const format = (inner: z.core.$ZodType) => formatType(inner, findName)
  if (schema instanceof z.ZodNullable) return `${format(schema.def.innerType)} or null`
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodCatch || schema instanceof z.ZodDefault) {
    return format(schema.def.innerType)
  }
  // The type that is sent is on the side of the pipe that is not a transform.
  if (schema instanceof z.ZodPipe) {
    return format(schema.def.in instanceof z.ZodTransform ? schema.def.out : schema.def.in)
  }
  if (schema instanceof z.ZodArray) return `list of ${format(schema.def.element)}`
  if (schema instanceof z.ZodUnion) {
    const { options } = schema.def
    const literals = options.flatMap(option => (option instanceof z.ZodLiteral ? [...option.values] : []))
    return literals.length === options.length ? formatCode(literals.join(' | ')) : options.map(format).join(' or ')
  }
  if (schema instanceof z.ZodEnum) return formatCode(schema.options.join(' | '))
  if (schema instanceof z.ZodLiteral) return formatCode([...schema.values].join(' | '))
  if (schema instanceof z.ZodRecord) return `map of ${format(schema.def.valueType)}`
  if (schema instanceof z.ZodObject) return `{ ${formatFields(toFields(schema, findName))} }`
  if (schema instanceof z.ZodNumber) return `${isWhole(schema) ? 'integer' : 'number'}${formatBounds(schema)}`
  if (schema instanceof z.ZodBoolean) return 'boolean'
  if (schema instanceof z.ZodUnknown) return 'anything'
  return formatString(schema)
}

function unwrap(schema: z.core.$ZodType): { inner: z.core.$ZodType; isOptional: boolean; fallback?: unknown } {
  if (schema instanceof z.ZodOptional) return { ...unwrap(schema.def.innerType), isOptional: true }
  if (schema instanceof z.ZodDefault) {
    return { ...unwrap(schema.def.innerType), isOptional: true, fallback: schema.def.defaultValue }
  }
  if (schema instanceof z.ZodCatch) {
    const { inner, isOptional } = unwrap(schema.def.innerType)
    const fallback: unknown = schema.safeParse(Symbol()).data
    return { inner, isOptional, ...(fallback !== undefined && { fallback }) }
  }
  return { inner: schema, isOptional: false }
}

const isWhole = ({ format }: z.ZodNumber) => format === 'safeint'

function formatBounds({ minValue, maxValue }: z.ZodNumber): string {
  const min = toBound(minValue)
  const max = toBound(maxValue)
  if (min !== undefined && max !== undefined) return ` from ${min} to ${max}`
  if (max !== undefined) return ` up to ${max}`
  return min === undefined ? '' : ` from ${min}`
}

const toBound = (value: number | null) =>
  value === null || Math.abs(value) >= Number.MAX_SAFE_INTEGER ? undefined : value

function formatString(schema: z.core.$ZodType): string {
  if (!(schema instanceof z.ZodString)) return schema instanceof z.ZodEmail ? 'e-mail address' : 'string'
  if (schema.maxLength !== null) return `string up to ${schema.maxLength} characters`
  const definitions = schema.def.checks?.map(check => check._zod.def) ?? []
  const [pattern] = definitions.flatMap(definition => ('pattern' in definition ? [String(definition.pattern)] : []))
  return pattern === undefined ? 'string' : `string ${formatCode(pattern)}`
}
