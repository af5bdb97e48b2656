import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { endpoints } from '../../../contract/index.js'
import { createApiClient, signIn } from '../support/api-client.js'
import { giveCoins, newKey } from '../support/money.js'
import { OPERATOR_KEY } from '../support/partners.js'
import { rows } from './access-rows.js'
import { openPopulatedServer, type PopulatedServer } from './populated-server.js'

let populated: PopulatedServer
beforeAll(async () => {
  populated = await openPopulatedServer()
})
afterAll(() => populated.close())

const JSON_TYPE = 'application/json'
type Post = Extract<(typeof endpoints)[number], { method: 'POST' }>
const jsonPosts = endpoints.filter(
  (endpoint): endpoint is Post => endpoint.method === 'POST' && endpoint.path !== '/upload/image'
)
const operatorPosts = Object.keys(rows).filter(route => route.startsWith('POST /operator/'))

async function post(path: string, body: RequestInit['body'], headers: Record<string, string> = {}) {
  const { token } = populated.owner
  const sent = { Authorization: token ?? '', 'Content-Type': JSON_TYPE, ...newKey(), ...headers }
  const response = await populated.server.fetch(path, { method: 'POST', headers: sent, body: body ?? null })
  const text = await response.text()
  return { status: response.status, text, type: response.headers.get('Content-Type') }
}

async function everything(): Promise<string> {
  const { db } = populated.server
  const tables = ['users', 'orders', 'unlocks', 'passes', 'bonus_lots', 'ledger_txns', 'reward_submissions'] as const
  const rowsOf = await Promise.all(
    [...tables, 'task_states' as const].map(table => db.selectFrom(table).selectAll().execute())
  )
  return JSON.stringify(rowsOf)
}

/** Privileged fields, in every spelling that a route might accept. */
const privilegedFields = {
  coins: 99_999,
  bonus: 99_999,
  debt: -5,
  vip: true,
  vip_until: 4_102_444_800_000,
  role: 'admin',
  kind: 'user',
  price: 0,
  coins_paid: 0,
  status: 2,
  is_test: false,
  lpid: 'stolen',
  amount: 1,
  currency: 'ZZZ',
  days: 999,
  reward_bonus: 99_999,
  is_enabled: true,
  email: 'stolen@mail.test',
  merged_into: null,
  deleted_at: null,
  isAdmin: true,
  reviewer: 'me',
  approved: true,
  recovery_hash: 'x',
  expires_at: 4_102_444_800_000
}
const otherUserFields = { user_id: 'u_stranger', userId: 'u_stranger', owner: 'u_stranger', id_user: 'u_stranger' }

test('what a body says besides what is asked for takes no effect on any route', async () => {
  const { server } = populated
  const columns = ['id', 'kind', 'email', 'coins', 'bonus', 'debt', 'merged_into', 'deleted_at', 'first_lpid'] as const
  for (const { path } of jsonPosts) {
    const row = rows[`POST ${path}`]
    const validBody = (row?.createRequest(populated.ownedObjects).body ?? {}) as object
    const [plain, attacker] = [await signIn(server), await signIn(server)]
    for (const viewer of [plain, attacker]) await giveCoins(server, viewer.userId, 100)
    const isOwnEmail = path === '/user/email_code' || path === '/user/email_login'
    const extra = { ...privilegedFields, ...otherUserFields, ...(isOwnEmail ? { email: undefined } : {}) }
    // Fields that the route accepts keep the request's own value.
    const both = { ...extra, ...validBody, ...(isOwnEmail ? {} : pickOwn(path)) }
    const other = 'telegram_id' in validBody ? { telegram_id: '@somebody_else' } : {}
    await plain.post(path, { ...validBody, ...other }, newKey())
    await attacker.post(path, both, newKey())
    const after = (userId: string) =>
      server.db.selectFrom('users').select(columns).where('id', '=', userId).executeTakeFirstOrThrow()
    const [expectedRow, attackerRow] = [await after(plain.userId), await after(attacker.userId)]
    expect({ ...attackerRow, id: '' }, path).toEqual({ ...expectedRow, id: '' })
    for (const table of ['unlocks', 'passes', 'orders', 'ledger_txns', 'reward_submissions'] as const) {
      const rowsOf = async (userId: string) =>
        (await server.db.selectFrom(table).selectAll().where('user_id', '=', userId).execute()).map(shapeOf)
      expect(await rowsOf(attacker.userId), `${path} ${table}`).toEqual(await rowsOf(plain.userId))
    }
  }
  const stolen = await server.db.selectFrom('users').select('id').where('id', '=', 'u_stranger').execute()
  expect(stolen).toEqual([])
})

/** Leaves out `lpid`, the only one of these fields that a route accepts. */
const pickOwn = (path: string) => (path === '/index/visitor_login' ? { lpid: undefined } : {})

/** A row without values that differ in each run: ids, keys, hashes. */
function shapeOf(row: object): object {
  const names = [
    'id',
    'user_id',
    'order_no',
    'event_id',
    'hash',
    'prev_hash',
    'idempotency_key',
    'ref_id',
    'ledger_seq'
  ]
  const random = new Set([...names, 'seq', 'key', 'provider_ref', 'pay_url', 'telegram_id', 'telegram_key'])
  return Object.fromEntries(Object.entries(row).filter(([name]) => !random.has(name)))
}

test('names that reach into objects are refused, at any depth, and reach nothing', async () => {
  const before = await everything()
  const hostile = [
    '{"__proto__":{"polluted":1}}',
    '{"\\u005f_proto__":{"polluted":1}}',
    '{"a":{"constructor":{"prototype":{"polluted":1}}}}',
    '{"a":[{"prototype":{"polluted":1}}]}',
    '{"lang":"pt","lang":"pt","__proto__":null}'
  ]
  for (const { path } of jsonPosts) {
    for (const body of hostile) {
      const { status, text } = await post(path, body)
      expect([path, status, JSON.parse(text).code]).toEqual([path, 200, 4001])
    }
  }
  for (const query of ['__proto__[polluted]=1', '__proto__.polluted=1', 'constructor[prototype][polluted]=1']) {
    expect((await populated.server.fetch(`/index/discover?${query}`)).status).toBe(200)
  }
  const form = new FormData()
  form.set('__proto__', 'polluted')
  form.set('purpose', 'reward')
  form.set('file', new Blob(['x']), '__proto__')
  const { token } = populated.owner
  await populated.server.fetch('/upload/image', { method: 'POST', headers: { Authorization: token ?? '' }, body: form })
  expect([({} as { polluted?: unknown }).polluted, Object.keys(Object.prototype)]).toEqual([undefined, []])
  expect(await everything()).toBe(before)
})

const deep = (open: string, close: string, depth = 10_000) => `${open.repeat(depth)}1${close.repeat(depth)}`
const shapes: [string, string | Uint8Array<ArrayBuffer>][] = [
  ['ten thousand arrays', `{"a":${deep('[', ']')}}`],
  ['ten thousand objects', deep('{"a":', '}')],
  ['an array for the object', '[{"drama_id":"d_rain"}]'],
  ['a text for the object', '"d_rain"'],
  ['null for the object', 'null'],
  ['a number without end', '1e400'],
  ['two bodies', '{}{}'],
  ['a comment', '{}//'],
  ['a mark of byte order within', '{\ufeff}'],
  ['no UTF-8', new Uint8Array([0x7b, 0xff, 0xfe, 0x7d])],
  ['UTF-16', new Uint8Array([0x7b, 0x00, 0x7d, 0x00])]
]
test.each(shapes)('%s is a parameter error on every route, and changes nothing', async (_name, body) => {
  const before = await everything()
  for (const { path } of jsonPosts) {
    const { status, text } = await post(path, body)
    expect([path, status, JSON.parse(text).code]).toEqual([path, 200, 4001])
  }
  for (const route of operatorPosts) {
    populated.server.clock.advance(1000)
    const { text } = await post(route.slice(5), body, { Authorization: OPERATOR_KEY })
    expect([route, JSON.parse(text).code]).toEqual([route, 4001])
  }
  expect(await everything()).toBe(before)
})

const values: unknown[] = [
  null,
  true,
  -1,
  0.5,
  2 ** 53,
  1e308,
  '',
  '\u0000',
  'x'.repeat(9000),
  '-0',
  '1e3',
  'NaN',
  [],
  ['d_rain'],
  {},
  { $gt: '' },
  { toString: 1 },
  [[['x']]]
]
test('a value of another kind in any field is told as that field, or taken for what it says: never an error', async () => {
  for (const { path } of jsonPosts) {
    if (path === '/user/logout' || path === '/user/delete') continue
    const validBody = (rows[`POST ${path}`]?.createRequest(populated.ownedObjects).body ?? {}) as Record<
      string,
      unknown
    >
    const viewer = createApiClient(populated.server, await populated.fresh('other'))
    for (const field of Object.keys(validBody)) {
      for (const value of values) {
        const answer = await viewer.post(path, { ...validBody, [field]: value }, newKey())
        const message = `${path} ${field} ${JSON.stringify(value).slice(0, 40)}: ${answer.text.slice(0, 200)}`
        expect([200, 429], message).toContain(answer.status)
        expect(answer.code, message).not.toBe(5000)
        // An unknown campaign gives a warning instead of an error, so that the visitor can land.
        const isTaken =
          path === '/user/history_delete' || ['/index/visit lpid', '/feedback/seen ids'].includes(`${path} ${field}`)
        if (typeof value === 'object' && value !== null && !isTaken) {
          expect(answer.status === 429 || answer.code === 4001, message).toBe(true)
        }
      }
    }
  }
})

test('names that a body makes up come back short and few, to the caller and in the log', async () => {
  const { logLines } = populated.server
  logLines.length = 0
  const many = Object.fromEntries(Array.from({ length: 3000 }, (_, no) => [`made up ${no}`, 1]))
  for (const click_ids of [many, { ['x'.repeat(50_000)]: 1 }]) {
    const { text } = await post('/index/visitor_login', JSON.stringify({ click_ids }))
    expect(JSON.parse(text).code).toBe(4001)
    expect(text.length).toBeLessThan(2000)
  }
  expect(Math.max(...logLines.map(line => line.length))).toBeLessThan(2000)
})

test('forms that pass without a preflight change nothing', async () => {
  const types = [
    'text/plain',
    'text/plain; application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x'
  ]
  const before = await everything()
  for (const { path } of jsonPosts) {
    const body = JSON.stringify(rows[`POST ${path}`]?.createRequest(populated.ownedObjects).body ?? {})
    for (const type of [...types, '']) {
      const { text } = await post(path, body, { 'Content-Type': type })
      expect([path, type, JSON.parse(text)]).toEqual([path, type, expect.objectContaining({ code: 4001 })])
    }
  }
  expect(await everything()).toBe(before)
})

test('a body of more than 64 KiB is refused in the envelope on every route, before it is read', async () => {
  const large = `{"text":"${'x'.repeat(65 * 1024)}"}`
  const others = [
    ...operatorPosts.map(route => route.slice(5)),
    '/store/notify/sandbox',
    '/pay/sandbox/o_x',
    '/no/route'
  ]
  for (const path of [...jsonPosts.map(({ path }) => path), ...others]) {
    expect(await post(path, large), path).toEqual({
      status: 413,
      text: '{"code":413,"msg":"Body too large","data":null}',
      type: 'application/json; charset=utf-8'
    })
  }
})

beforeEach(() => {
  // Avoids rate limits, which another test covers.
  populated.server.clock.advance(3_700_000)
})
