import type { HonoApp } from '../../http/app-environment.js'
import { findRouteDocs, type RouteDocs } from '../../http/route-docs.js'
import { PACKAGE_VERSION } from '../../lib/package-version.js'
import {
  commonHeaders,
  commonParameters,
  commonResponses,
  commonSchemas,
  securitySchemes
} from './common-components.js'
import { contractSections } from './contract-sections.js'
import { conventions } from './conventions.js'
import { createEndpointOperation } from './endpoint-operation.js'
import { createJsonSchemas, type JsonSchemas } from './json-schemas.js'
import type { Operation, OperationDetails, Parameter } from './operation.js'
import { createActionOperation, createPlainOperation } from './route-operations.js'

const introduction = `The API of the Drama server. The endpoints of the first sections are for viewers: the app calls them.
The partner API needs a partner’s key, the operator API the key of the server.

## Conventions

${conventions}

Times in the operator API are ISO 8601 texts.`

const otherSections = {
  'Partner API': 'For partners: reports, postbacks, sponsored unlocks and ledger roots.',
  'Operator API': 'For operators. Without `OPERATOR_KEY` these addresses answer 404.',
  Console: 'For the pages of the console, with the cookie of a session.',
  Media: 'Playlists, segments and pictures.',
  Files: 'Files of a viewer.',
  'Payment pages': 'Checkout pages, and notices of payment providers.',
  Pages: 'Pages for frames, editors and search engines.',
  Health: 'For load balancers.',
  'API description': 'This document.'
}

/** Describes the routes of `app`, except files and pages of the site. */
export function createOpenApiDocument({ routes }: Pick<HonoApp, 'routes'>) {
  const schemas = createJsonSchemas()
  const paths: Record<string, Record<string, Operation>> = {}
  for (const { method, path, handler } of routes) {
    const docs = findRouteDocs(handler)
    if (docs === undefined) continue
    const { address, parameters } = readPath(path, docs)
    const { parameters: ownParameters, ...details } = createOperation(docs, method, schemas)
    const operationId = toOperationId(method, address)
    const operation = { operationId, ...details, parameters: [...parameters, ...ownParameters] }
    paths[address] = { ...paths[address], [method.toLowerCase()]: operation }
  }
  const viewerSections = contractSections.map(({ title }) => title)
  return {
    openapi: '3.1.1',
    info: {
      title: 'Drama API',
      version: PACKAGE_VERSION,
      description: introduction,
      license: { name: 'MIT', identifier: 'MIT' }
    },
    servers: [{ url: '/' }],
    tags: [
      ...viewerSections.map(name => ({ name })),
      ...Object.entries(otherSections).map(([name, description]) => ({ name, description }))
    ],
    'x-tagGroups': [
      { name: 'Viewers', tags: viewerSections },
      { name: 'Keys', tags: ['Partner API', 'Operator API'] },
      { name: 'Other addresses', tags: Object.keys(otherSections).slice(2) }
    ],
    paths,
    components: {
      schemas: { ...commonSchemas, ...sortEntries(schemas.components) },
      responses: commonResponses,
      parameters: commonParameters,
      headers: commonHeaders,
      securitySchemes
    }
  }
}

function createOperation(docs: RouteDocs, method: string, schemas: JsonSchemas): OperationDetails {
  switch (docs.kind) {
    case 'endpoint':
      return createEndpointOperation(docs.endpoint, schemas)
    case 'plain':
      return createPlainOperation(method, docs.route, schemas)
    case 'partner':
    case 'operator':
    case 'console':
      return createActionOperation({ kind: docs.kind, method, action: docs.action }, schemas)
  }
}

const PARAMETER = /:(\w+)(?:\{((?:[^{}]|\{[^{}]*\})*)\})?/g

/** Hono writes `:no{[0-9]{1,6}}` what OpenAPI writes as `{no}` with a pattern. */
function readPath(path: string, docs: RouteDocs): { address: string; parameters: Parameter[] } {
  const { path: given, parameters: descriptions = {} } = docs.kind === 'plain' ? docs.route : {}
  const patterns = new Map([...path.matchAll(PARAMETER)].map(([, name, pattern]) => [name, pattern]))
  const address = given ?? path.replace(PARAMETER, '{$1}')
  const parameters = [...address.matchAll(/\{(\w+)\}/g)].map(([, name = '']): Parameter => {
    const pattern = patterns.get(name)
    const description = descriptions[name]
    return {
      name,
      in: 'path',
      required: true,
      ...(description !== undefined && { description }),
      schema: { type: 'string', ...(pattern !== undefined && { pattern: `^${pattern}$` }) }
    }
  })
  return { address, parameters }
}

const toOperationId = (method: string, address: string) =>
  `${method.toLowerCase()}${address.replace(/[^A-Za-z0-9]+/g, '_').replace(/_$/, '')}`

const sortEntries = <Value>(values: Record<string, Value>) =>
  Object.fromEntries(Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1)))
