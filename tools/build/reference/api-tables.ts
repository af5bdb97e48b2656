import { z } from 'zod'
import * as account from '../../../contract/account.js'
import * as balance from '../../../contract/balance.js'
import * as browse from '../../../contract/browse.js'
import * as drama from '../../../contract/drama.js'
import * as episode from '../../../contract/episode.js'
import * as event from '../../../contract/event.js'
import * as favorite from '../../../contract/favorite.js'
import * as feedback from '../../../contract/feedback.js'
import * as guarantee from '../../../contract/guarantee.js'
import * as history from '../../../contract/history.js'
import { endpoints } from '../../../contract/index.js'
import type { Endpoint, EndpointAccess } from '../../../contract/protocol/endpoint.js'
import { errorTexts } from '../../../contract/protocol/errors.js'
import * as quote from '../../../contract/quote.js'
import * as reward from '../../../contract/reward.js'
import * as search from '../../../contract/search.js'
import * as spending from '../../../contract/spending.js'
import * as store from '../../../contract/store.js'
import * as task from '../../../contract/task.js'
import * as unlock from '../../../contract/unlock.js'
import * as user from '../../../contract/user.js'
import * as visitor from '../../../contract/visitor.js'
import * as wallet from '../../../contract/wallet.js'
import { partnerApiActions } from '../../../server/modules/partner/partner-api.js'
import { reportRequest } from '../../../server/modules/report/report.js'
import { formatCode, toTable } from './markdown.js'
import { formatFields, formatType, type SchemaNameLookup, toFields } from './zod-types.js'

const files: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'Visitors and app': visitor,
  Dramas: drama,
  Browsing: browse,
  Search: search,
  Episodes: episode,
  Prices: quote,
  Unlocks: unlock,
  Refunds: guarantee,
  'Spending limits': spending,
  Favourites: favorite,
  'Watch history': history,
  Viewer: user,
  Store: store,
  Wallet: wallet,
  Rewards: reward,
  'Daily tasks': task,
  Account: account,
  Feedback: feedback,
  Events: event,
  Balance: balance
}

const accessNames: Record<EndpointAccess, string> = { none: 'anybody', any: 'any token', user: 'signed in' }

export function createApiTables(): Record<string, string> {
  const types = findTypes()
  const findName: SchemaNameLookup = schema => types.get(schema)
  const sections = Object.entries(files).flatMap(([title, exported]) => {
    const own = endpoints.filter(endpoint => Object.values(exported).includes(endpoint))
    return own.length === 0 ? [] : [{ title, endpoints: own }]
  })
  return {
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
    endpoints: sections
      .map(section => [`## ${section.title}`, ...section.endpoints.map(one => describe(one, findName))].join('\n\n'))
      .join('\n\n'),
    types: [...types].map(([schema, name]) => describeType(schema, name, findName)).join('\n\n'),
    partner: toTable(
      ['address', 'parameters', 'what'],
      [report, ...partnerApiActions].map(({ method, path, request, description }) => [
        formatCode(`${method} ${path}`),
        formatFields(toFields(request, findName)),
        description
      ])
    )
  }
}

const report = {
  method: 'GET',
  path: '/partner/report',
  request: reportRequest,
  description: 'Returns the numbers of the partner’s campaigns. [Partners](../guide/partners.md) explains them.'
}

function findTypes(): Map<z.core.$ZodType, string> {
  const types = new Map<z.core.$ZodType, string>()
  for (const exported of Object.values(files)) {
    for (const [name, value] of Object.entries(exported)) {
      if (value instanceof z.ZodType && !(value instanceof z.ZodPipe))
        types.set(value, name.charAt(0).toUpperCase() + name.slice(1))
    }
  }
  // Sorts, because the order of a module's exports depends on the loader.
  return new Map([...types].sort(([, one], [, other]) => (one < other ? -1 : 1)))
}

function describe(
  { method, path, access, description, notes = [], limit, errors = {}, ...schemas }: Endpoint,
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
