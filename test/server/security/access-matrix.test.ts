import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '../../../contract/index.js'
import type { createOpenApiDocument } from '../../../server/modules/api-docs/openapi-document.js'
import { expectValidLedger, newKey } from '../support/money.js'
import { type AccessRow, isAllowed, type RouteRequest, rows } from './access-rows.js'
import { type CallerName, callers, openPopulatedServer, type PopulatedServer } from './populated-server.js'

let populated: PopulatedServer
beforeAll(async () => {
  populated = await openPopulatedServer({}, true)
})
afterAll(() => populated.close())

interface Answer {
  status: number
  code: number | null
  text: string
}

async function send(route: string, request: RouteRequest, token: string | null): Promise<Answer> {
  const [method = '', path = ''] = route.split(' ')
  const headers = new Headers(request.headers)
  if (token !== null) headers.set('Authorization', token)
  if (request.body !== undefined) headers.set('Content-Type', 'application/json')
  const body = method === 'GET' ? undefined : (request.form ?? JSON.stringify(request.body ?? {}))
  const query = request.query === undefined ? '' : `?${new URLSearchParams(request.query)}`
  const init = { method, headers, redirect: 'manual' as const, ...(body === undefined ? {} : { body }) }
  const response = await populated.server.fetch(`${request.path ?? path}${query}`, init)
  const text = await response.text()
  const isEnvelope = /^\{"code":(\d+),"msg":/.exec(text)
  return { status: response.status, code: isEnvelope === null ? null : Number(isEnvelope[1]), text }
}

async function tokenOf({ isEnding }: AccessRow, caller: CallerName): Promise<string | null> {
  const isViewer = caller === 'visitor' || caller === 'other' || caller === 'user'
  return isEnding === true && isViewer ? populated.fresh(caller) : populated.tokens[caller]
}

const wrongKey = (msg: string) => ({ status: 403, code: 403, text: JSON.stringify({ code: 403, msg, data: null }) })

const noSession = {
  status: 200,
  code: 999,
  text: '{"code":999,"msg":"Session invalid, please sign in again","data":null}'
}

function refusal(route: string, { access }: AccessRow, caller: CallerName) {
  if (access === 'operator' || access === 'partner')
    return wrongKey(caller === 'none' ? 'No key: send it as Authorization: Bearer <key>' : 'Wrong key')
  return access === 'console' && !route.startsWith('GET') ? wrongKey('Not sent by the console') : noSession
}

test('every route has a row in the matrix, and every row a route', () => {
  const registered = populated.server.app.routes.map(({ method, path }) => `${method} ${path}`)
  const middleware = registered.filter(route => route === 'ALL /*')
  // Review each new middleware or catch-all route before you raise this number.
  expect(middleware).toHaveLength(6)
  const routes = new Set(registered.filter(route => route !== 'ALL /*'))
  expect(Object.keys(rows).toSorted()).toEqual([...routes].toSorted())
})

test.each(endpoints)('$path says in the contract who may call, as the matrix does', ({ method, path, access }) => {
  const promised = { none: ['anybody', 'ignores-invalid-token'], any: ['viewer'], user: ['user'] }[access]
  expect(promised).toContain(rows[`${method} ${path}`]?.access)
})

const isLimited = (route: string) => rows[route]?.access === 'operator' || rows[route]?.access === 'partner'

/** Routes that advance the clock come last, because signed addresses expire. */
const routesInOrder = Object.keys(rows).toSorted((one, other) => Number(isLimited(one)) - Number(isLimited(other)))

test.each(routesInOrder)('%s lets in whom it should, and nobody else', async route => {
  const row = rows[route]
  if (row === undefined) throw new Error(route)
  // Stays below the limit of 120 operator and partner requests per minute and address.
  if (isLimited(route)) populated.server.clock.advance(6_000)
  await expectObjectsHidden(route, row)
  const others = callers.filter(caller => caller !== 'visitor')
  for (const caller of [...others, 'visitor' as const]) {
    const answer = await send(route, row.createRequest(populated.ownedObjects), await tokenOf(row, caller))
    const message = `${caller}: ${answer.status} ${answer.text.slice(0, 200)}`
    if (!isAllowed(row, caller)) {
      expect(answer, message).toEqual(refusal(route, row, caller))
      continue
    }
    expect([999, 403, 5000], message).not.toContain(answer.code)
    const isDecided =
      row.access === 'public' ||
      caller === 'operator' ||
      caller === 'partner' ||
      caller === 'visitor' ||
      row.access === 'user'
    if (!isDecided) continue
    const { expect: expectedCode = 200 } = row
    const isStatus = row.access === 'public' || answer.code === null || expectedCode < 999
    expect(isStatus ? answer.status : answer.code, message).toBe(expectedCode)
  }
})

async function expectObjectsHidden(route: string, { access, objects }: AccessRow): Promise<void> {
  const [theirs, none] = objects?.(populated.ownedObjects) ?? []
  if (theirs === undefined || none === undefined) return
  for (const caller of access === 'partner' ? (['other partner'] as const) : (['other', 'user'] as const)) {
    const [seen, unknown] = [
      await send(route, theirs, populated.tokens[caller]),
      await send(route, none, populated.tokens[caller])
    ]
    expect(withoutIds(seen), caller).toEqual(withoutIds(unknown))
    for (const id of Object.values(populated.ownedObjects)) expect(seen.text).not.toContain(id)
  }
}

const withoutIds = ({ text, ...answer }: Answer) => ({
  ...answer,
  text: text.replace(/"(?:id|episode_id|play_id)":"[^"]*"/g, '"id"').replace(/"episode_no":\d+/g, '"no"')
})

test('a key of the owner’s decision gives others a decision of their own', async () => {
  const { ownedObjects, server, tokens, owner } = populated
  const ask = {
    body: { product_id: 'p_brl_300', provider: 'sandbox' },
    headers: { 'Idempotency-Key': ownedObjects.orderKey }
  }
  const orderOf = async (caller: 'visitor' | 'other') =>
    JSON.parse((await send('POST /store/order', ask, tokens[caller])).text).data.order_no
  expect(await orderOf('visitor')).toBe(ownedObjects.order)
  expect(await orderOf('other')).not.toBe(ownedObjects.order)
  await expectValidLedger(server.db, owner.userId)
})

test('signed addresses open nothing once a sign of them is another', async () => {
  const { exportPath, mediaPath } = populated.ownedObjects
  for (const path of [exportPath, mediaPath]) {
    const [, kind = '', ticket = ''] = path.split('/')
    for (const at of [0, Math.floor(ticket.length / 2), ticket.length - 3]) {
      const sign = ticket[at] === 'A' ? 'B' : 'A'
      const other = `${ticket.slice(0, at)}${sign}${ticket.slice(at + 1)}`
      const { status, code } = await send('GET /', { path: path.replace(ticket, other) }, populated.tokens.visitor)
      expect([kind, status, code]).toEqual([kind, 403, 403])
    }
  }
})

test('the answers of every route were as the OpenAPI document says', async () => {
  const { server } = populated
  const document: ReturnType<typeof createOpenApiDocument> = await (await server.fetch('/openapi.json')).json()
  const operations = Object.values(document.paths).flatMap(item => Object.values(item))
  const checked = new Set([...server.checkedAnswers].map(name => name.split(' ')[0]))
  expect(operations.map(({ operationId }) => operationId).filter(id => !checked.has(id))).toEqual([])
})

test('methods that a route does not have change nothing and tell nothing', async () => {
  const before = await populated.server.db.selectFrom('orders').select('order_no').execute()
  const token = populated.tokens.visitor
  for (const { method, path } of endpoints) {
    const wrong = method === 'GET' ? ['POST', 'PUT', 'DELETE'] : ['GET', 'PUT', 'PATCH', 'DELETE']
    for (const verb of wrong) {
      const headers = { 'X-HTTP-Method-Override': 'POST', ...newKey() }
      expect((await send(`${verb} ${path}?_method=POST`, { body: {}, headers }, token)).status, `${verb} ${path}`).toBe(
        404
      )
    }
  }
  expect(await populated.server.db.selectFrom('orders').select('order_no').execute()).toEqual(before)
})
