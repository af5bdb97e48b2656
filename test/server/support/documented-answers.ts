// Checks real answers against the OpenAPI document.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { createOpenApiDocument } from '../../../server/modules/api-docs/openapi-document.js'
import type { Operation } from '../../../server/modules/api-docs/operation.js'

type OpenApiDocument = ReturnType<typeof createOpenApiDocument>

export interface CheckedAnswer {
  method: string
  /** With or without an origin. */
  url: string
  response: Response
}

export interface AnswerChecker {
  /** Throws if the document describes the route, and the answer otherwise. */
  check(answer: CheckedAnswer): Promise<void>
  /** Operation and status of every answer that the document describes, such as `get_index_home 200`. */
  readonly checked: Set<string>
}

const DOCUMENT_ID = 'https://drama.test/openapi.json'

export function createAnswerChecker(document: OpenApiDocument): AnswerChecker {
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  ajv.addSchema(closeObjects(document), DOCUMENT_ID)
  const findOperation = createOperationLookup(document)
  const validators = new Map<string, ValidateFunction>()
  const checked = new Set<string>()

  const findValidator = (pointer: string) => {
    const known = validators.get(pointer)
    if (known !== undefined) return known
    const validator = ajv.compile({ $ref: `${DOCUMENT_ID}#${pointer}` })
    validators.set(pointer, validator)
    return validator
  }

  return {
    checked,
    async check({ method, url, response }) {
      const found = findOperation(method, new URL(url, DOCUMENT_ID).pathname)
      if (found === undefined) return
      const { path, operation } = found
      const { status } = response
      const name = `${operation.operationId} ${status}`
      const documented = operation.responses[status]
      if (documented === undefined) throw new Error(`${name} is not in the OpenAPI document`)
      checked.add(name)
      const pointer =
        '$ref' in documented
          ? String(documented.$ref).slice(1)
          : `/paths/${escapePointer(path)}/${method.toLowerCase()}/responses/${status}`
      const { content } = readPointer(document, pointer) as { content?: Record<string, { schema: object }> }
      const body = await response.clone().text()
      if (content === undefined) {
        if (body !== '') throw new Error(`${name} has a body, which is not in the OpenAPI document`)
        return
      }
      const [type = ''] = (response.headers.get('Content-Type') ?? '').split(';')
      if (content[type] === undefined) throw new Error(`${name}: ${type} is not in the OpenAPI document`)
      if (type !== 'application/json') return
      const validate = findValidator(`${pointer}/content/${escapePointer(type)}/schema`)
      if (validate(JSON.parse(body))) return
      throw new Error(`${name}: ${ajv.errorsText(validate.errors)}: ${body.slice(0, 1500)}`)
    }
  }
}

const escapePointer = (name: string) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))

const unescapePointer = (part: string) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')

function readPointer(document: object, pointer: string): unknown {
  const parts = pointer.split('/').slice(1).map(unescapePointer)
  return parts.reduce<unknown>((value, part) => Object(value)[part], document)
}

/** The first operation wins, as the first route does. */
function createOperationLookup({ paths }: OpenApiDocument) {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      path,
      method,
      operation,
      pattern: toPattern(path, operation)
    }))
  )
  return (method: string, pathname: string) =>
    operations.find(known => known.method === method.toLowerCase() && known.pattern.test(pathname))
}

function toPattern(path: string, { parameters }: Operation): RegExp {
  const source = path.replaceAll('.', '\\.').replace(/\{(\w+)\}/g, (_, name: string) => {
    // The file of a media url may be in a folder.
    if (name === 'file') return '.+'
    const parameter = parameters.find(known => 'name' in known && known.name === name)
    const { pattern } = parameter !== undefined && 'schema' in parameter ? parameter.schema : {}
    return pattern?.replace(/^\^|\$$/g, '') ?? '[^/]+'
  })
  return new RegExp(`^${source}$`)
}

/** Clients must ignore fields that they do not know, but the server must not send them by mistake. */
function closeObjects<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(closeObjects) as Value
  if (typeof value !== 'object' || value === null) return value
  const closed = Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, closeObjects(inner)]))
  const isOpenObject = closed.type === 'object' && 'properties' in closed && !('additionalProperties' in closed)
  return (isOpenObject ? { ...closed, additionalProperties: false } : closed) as Value
}
