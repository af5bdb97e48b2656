import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemRandom } from '../../../server/lib/random.js'
import type { MemberRole } from '../../../server/modules/member/member-role.js'
import { operatorActions } from '../../../server/modules/operator/operator-actions.js'
import { createPartnerKey } from '../../../server/modules/partner/api-keys.js'
import { partnerApiActions } from '../../../server/modules/partner/partner-api.js'
import { type ConsoleClient, createConsoleClient, signInMember } from '../support/console-client.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'

const E = 'editor'
const R = 'reviewer'
const S = 'support'
const A = 'analyst'

/** Who may run an operator action besides owners. An action without a row fails the test. */
const allowed: Record<string, readonly MemberRole[]> = {
  today: [E, R, S, A],
  attention: [E, R, S, A],
  health: [E, S, A],
  reward_list: [R, S, A],
  reward_review: [R],
  reward_next: [R],
  reward_leave: [R],
  reward_undo: [R],
  reward_show: [R, S, A],
  reward_near: [R, S, A],
  reward_waiting: [R, S, A],
  reward_release: [R],
  network_list: [R, A],
  network_set: [],
  log: [A],
  drama_list: [E, S, A],
  drama_show: [E, S, A],
  drama_create: [E],
  drama_save: [E],
  drama_publish: [E],
  drama_publish_at: [E],
  drama_unpublish: [E],
  drama_delete: [E],
  drama_offline_effects: [E, S, A],
  drama_unlocks: [E, S, A],
  drama_retention: [E, S, A],
  drama_preview: [E, S, A],
  label_list: [E, S, A],
  upload_list: [E],
  upload_set: [E],
  upload_remove: [E],
  ingest_setup: [E],
  ingest_list: [E, S, A],
  ingest_show: [E, S, A],
  ingest_start: [E],
  ingest_retry: [E],
  ingest_cancel: [E],
  order_list: [S, A],
  order_show: [S, A],
  order_refund: [S],
  order_history: [S, A],
  search: [S, A],
  viewer_show: [S, A],
  viewer_ledger: [S, A],
  viewer_unlocks: [S, A],
  viewer_submissions: [R, S, A],
  viewer_sessions_end: [S],
  viewer_export: [S],
  viewer_delete: [S],
  coins_adjust: [S],
  coins_request_list: [S, A],
  coins_request_decide: [S],
  feedback_list: [S, A],
  feedback_answer: [S],
  clock_show: [E, R, S, A],
  clock_confirm: [],
  product_list: [E, S, A],
  product_report: [E, S, A],
  product_add: [],
  product_save: [],
  campaign_list: [E, S, A],
  campaign_show: [E, S, A],
  campaign_save: [E],
  campaign_close: [E],
  campaign_link: [E],
  campaign_postback_add: [E],
  campaign_postback_remove: [E],
  campaign_postback_list: [E, S, A],
  experiment_list: [E, A],
  experiment_show: [E, A],
  experiment_start: [E],
  experiment_end: [E],
  experiment_delete: [E],
  partner_list: [E, A],
  partner_show: [E, A],
  partner_ledger: [E, A],
  partner_create: [],
  partner_key: [],
  partner_revoke: [],
  partner_give: [],
  partner_secret: [],
  partner_coins: [],
  member_list: [],
  member_add: [],
  member_link: [],
  member_save: [],
  member_sessions: [],
  member_sessions_end: []
}

const roles: readonly MemberRole[] = ['owner', 'editor', 'reviewer', 'support', 'analyst', 'partner']

let server: TestServer
const clients = new Map<MemberRole | 'nobody', ConsoleClient>()
let partnerId = ''
beforeAll(async () => {
  server = await openTestServer({ engine: 'pglite' })
  partnerId = `pa_${systemRandom.bytes(6).toString('hex')}`
  const now = new Date(server.clock.now())
  await server.db.insertInto('partners').values({ id: partnerId, name: 'Acme', created_at: now }).execute()
  await server.db.transaction().execute(trx => createPartnerKey(trx, partnerId, { random: systemRandom, now }))
  for (const role of roles) {
    const member = await signInMember(server, { role, ...(role === 'partner' && { partnerId, isPartnerAdmin: true }) })
    clients.set(role, member.client)
  }
  clients.set('nobody', createConsoleClient(server))
})
afterAll(() => server.close())

const call = (caller: MemberRole | 'nobody', method: string, path: string, headers: Record<string, string> = {}) => {
  const client = clients.get(caller)
  if (client === undefined) throw new Error(caller)
  return method === 'GET' ? client.get(path, headers) : client.post(path, { id: '' }, headers)
}

test('every operator action has a row in the matrix, and every row an action', () => {
  const names = operatorActions.map(({ path }) => path.replace('/operator/', ''))
  expect(Object.keys(allowed).toSorted()).toEqual(names.toSorted())
})

test.each(operatorActions.map(({ method, path }) => ({ method, path })))(
  '$path lets in its roles only',
  async action => {
    const rolesOfAction = allowed[action.path.replace('/operator/', '')] ?? []
    for (const role of roles) {
      const { status, code } = await call(role, action.method, action.path.slice(1))
      const isAllowed = role === 'owner' || rolesOfAction.includes(role)
      expect({ role, isRefused: status === 403 && code === 403 }).toEqual({ role, isRefused: !isAllowed })
    }
    expect((await call('nobody', action.method, action.path.slice(1))).code).toBe(999)
  }
)

const memberActions = ['member_list', 'member_add', 'member_link', 'member_save', 'member_sessions_end']

const partnerPaths = [
  ...partnerApiActions.map(({ method, path }) => ({ method, path })),
  { method: 'GET', path: '/partner/report' }
]

test.each(partnerPaths)(
  '$path is for members of a partner, and for operators who choose one',
  async ({ method, path }) => {
    expect((await call('partner', method, path.slice(1))).status).not.toBe(403)
    expect((await call('nobody', method, path.slice(1))).code).toBe(999)
    for (const role of roles.filter(role => role !== 'partner')) {
      expect((await call(role, method, path.slice(1))).status).toBe(403)
      const isForOwners = ['key_create', 'key_revoke', ...memberActions].some(name => path === `/partner/${name}`)
      const mayLook =
        role === 'owner' ||
        (role === 'editor' && !isForOwners) ||
        (role === 'analyst' && method === 'GET' && !isForOwners)
      const { status } = await call(role, method, path.slice(1), { 'X-Partner': partnerId })
      expect({ role, isRefused: status === 403 }).toEqual({ role, isRefused: !mayLook })
    }
  }
)

test('members of a partner without the right to manage see all of its pages but its members', async () => {
  const { client } = await signInMember(server, { role: 'partner', partnerId })
  for (const { method, path } of partnerPaths) {
    const name = path.replace('/partner/', '')
    const { status } = method === 'GET' ? await client.get(`partner/${name}`) : await client.post(`partner/${name}`, {})
    expect({ name, isRefused: status === 403 }).toEqual({ name, isRefused: memberActions.includes(name) })
  }
})

test('a partner’s member cannot choose another partner', async () => {
  const other = `pa_${systemRandom.bytes(6).toString('hex')}`
  const now = new Date(server.clock.now())
  await server.db.insertInto('partners').values({ id: other, name: 'Other', created_at: now }).execute()
  await server.db
    .insertInto('campaigns')
    .values({ lpid: 'theirs', name: 'Theirs', partner_id: other } as never)
    .execute()
    .catch(() => undefined)
  const { data, code } = await call('partner', 'GET', 'partner/postbacks?lpid=theirs', { 'X-Partner': other })
  expect([code, data]).toEqual([4001, { fields: ['lpid'], reason: 'unknown_campaign' }])
})

test('screenshots are shown to reviewers and support only', async () => {
  for (const role of roles) {
    const client = clients.get(role)
    const { status } = client === undefined ? { status: 0 } : await client.get('operator/reward_image?id=s_none')
    expect({ role, status }).toEqual({ role, status: ['owner', 'reviewer', 'support'].includes(role) ? 404 : 403 })
  }
})
