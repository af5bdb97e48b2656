import type { Endpoint } from '../../../contract/protocol/endpoint.js'
import { SUCCESS_CODE } from '../../../contract/protocol/envelope.js'
import { type ErrorCode, errorTexts } from '../../../contract/protocol/errors.js'
import { type JsonSchema, type JsonSchemas, toReference } from './json-schemas.js'
import { omitRelativeLinks } from './operation.js'

export type CodeMeanings = Partial<Record<ErrorCode, string>>

/** The codes of refusals in the order of the contract, each with what it means for this endpoint. */
export function listCodes(own: CodeMeanings): Map<ErrorCode, string> {
  const codes = Object.keys(errorTexts).map(Number) as ErrorCode[]
  return new Map(
    codes.flatMap(code => {
      const meanings = [...(code === 4001 ? ['A field is missing or invalid'] : []), own[code] ?? []].flat()
      return meanings.length === 0 ? [] : [[code, meanings.join('. ')]]
    })
  )
}

export function describeCodes(codes: ReadonlyMap<ErrorCode, string>): string {
  const rows = [...codes].map(([code, meaning]) => `| ${code} | ${omitRelativeLinks(meaning)} |`)
  return ['| code | meaning |', '| --- | --- |', '| 200 | Success |', ...rows].join('\n')
}

/** What is sent with HTTP 200. Codes with the same data share a schema. */
export function createEnvelope(
  { response, errorData = {} }: { response?: Endpoint['response']; errorData?: Endpoint['errorData'] },
  codes: ReadonlyMap<ErrorCode, string>,
  { toResponse }: JsonSchemas
): JsonSchema {
  const codesOfData = new Map<string, ErrorCode[]>()
  for (const code of codes.keys()) {
    const data = errorData[code]
    const key = JSON.stringify(data === undefined ? toCommonData(code) : toResponse(data))
    codesOfData.set(key, [...(codesOfData.get(key) ?? []), code])
  }
  const refusals = [...codesOfData].map(([data, own]) => toRefusal(own, JSON.parse(data)))
  return { oneOf: [...(response === undefined ? [] : [toSuccess(toResponse(response))]), ...refusals] }
}

const toCommonData = (code: ErrorCode): JsonSchema => (code === 4001 ? toReference('ParameterError') : { type: 'null' })

function toSuccess(data: JsonSchema): JsonSchema {
  return {
    title: 'Success',
    type: 'object',
    properties: { code: { const: SUCCESS_CODE }, msg: { const: 'success' }, data },
    required: ['code', 'msg', 'data']
  }
}

export function toRefusal(codes: readonly number[], data: JsonSchema): JsonSchema {
  return {
    title: `Refusal ${codes.join(', ')}`,
    type: 'object',
    properties: { code: { type: 'integer', enum: [...codes] }, msg: { type: 'string' }, data },
    required: ['code', 'msg', 'data']
  }
}
