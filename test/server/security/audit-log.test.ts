import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditActions } from '../../../console/audit/audit-names.js'
import { messages } from '../../../locales/console-audit/en.js'
import { consoleActions } from '../../../server/modules/member/sign-in-actions.js'
import type { OperatorAction } from '../../../server/modules/operator/operator-action.js'
import { operatorActions } from '../../../server/modules/operator/operator-actions.js'
import type { PartnerAction } from '../../../server/modules/partner/partner-action.js'
import { partnerApiActions } from '../../../server/modules/partner/partner-api.js'
import { signIn } from '../support/api-client.js'
import { openBuyer } from '../support/buyer.js'
import { type ConsoleClient, signInMember } from '../support/console-client.js'
import { newKey } from '../support/money.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { asPartner } from '../support/partners.js'
import { keepNewImage, submit } from '../support/rewards.js'
import { createTusClient } from '../support/tus-client.js'

/** Signs an address or sends a test, but changes nothing. */
const withoutState = ['/operator/campaign_link', '/operator/viewer_export', '/partner/link_create', '/partner/selftest']
/** Says for minutes who looks at a submission; the decision has an entry. */
const leases = ['/operator/reward_next', '/operator/reward_leave']
/** Before a session, or only a challenge. A sign-in has its own entry. */
const signInPaths = [
  'code',
  'code_login',
  'link_show',
  'link_login',
  'passkey_options',
  'passkey_login',
  'passkey_add_options'
].map(name => `/console/api/${name}`)

const ADDRESS = '203.0.113.9'

let server: TestServer
let owner: Awaited<ReturnType<typeof signInMember>>
let second: Awaited<ReturnType<typeof signInMember>>
let manager: Awaited<ReturnType<typeof signInMember>>
let partnerId = ''
const covered = new Set<string>()

beforeAll(async () => {
  const opened = await openTestServer({ engine: 'pglite', config: { isDemo: true, trustedProxies: 1 } })
  server = {
    ...opened,
    fetch: (url, init) => {
      const headers = new Headers(init?.headers)
      headers.set('X-Forwarded-For', ADDRESS)
      return opened.fetch(url, { ...init, headers })
    }
  }
  owner = await signInMember(server, { role: 'owner' })
  second = await signInMember(server, { role: 'support' })
})
afterAll(() => server.close())

const readNewest = async () => (await owner.client.get('operator/log?page_size=1')).data.list[0]

interface Caller {
  client: ConsoleClient
  email: string
}

/** Runs the action, which must succeed, and checks its entry. Returns its data. */
async function change(path: string, body: object, { client, email }: Caller = owner) {
  const name = path.slice(path.startsWith('/operator/') ? '/operator/'.length : 1)
  server.clock.advance(1000)
  const { code, data } = await client.post(path.slice(1), body)
  expect({ path, code, data }).toMatchObject({ path, code: 200 })
  await expectEntry(name, { operator: email })
  covered.add(path)
  return data
}

async function expectEntry(action: string, expected: object) {
  const entry = await readNewest()
  expect(entry).toMatchObject({ action, result: 'done', address: ADDRESS, ...expected })
  expect(entry.subject).not.toBe('')
  expect({ action, before: entry.state_before }).not.toEqual({ action, before: entry.state_after })
  for (const state of [entry.state_before, entry.state_after]) expect(() => JSON.parse(state)).not.toThrow()
  return entry
}

test('every action that changes something says what its state is', () => {
  const exceptions = [...withoutState, ...leases]
  for (const action of operatorActions as readonly OperatorAction[]) {
    if (action.method === 'GET' || exceptions.includes(action.path)) continue
    const { path } = action
    expect({ path, isLogged: action.subject !== null }).toEqual({ path, isLogged: true })
    expect({ path, hasState: action.readState !== undefined }).toEqual({ path, hasState: true })
  }
  for (const { path, method, readState } of partnerApiActions as readonly PartnerAction[]) {
    if (method === 'GET' || exceptions.includes(path)) continue
    expect({ path, hasState: readState !== undefined }).toEqual({ path, hasState: true })
  }
  for (const action of consoleActions) {
    if (action.method === 'GET' || signInPaths.includes(action.path)) continue
    expect({ path: action.path, isLogged: 'changesAccount' in action }).toEqual({ path: action.path, isLogged: true })
  }
})

test('dramas, uploads and ingest', async () => {
  await change('/operator/drama_create', { slug: 'dawn', title: 'Dawn', lang: 'en' })
  await change('/operator/drama_save', { id: 'd_rain', version: 1, title: { en: 'Rain of Lies' } })
  await change('/operator/drama_unpublish', { id: 'd_rain' })
  await change('/operator/drama_publish_at', { id: 'd_rain', at: server.clock.now() + 60_000 })
  await change('/operator/drama_publish', { id: 'd_rain' })
  await change('/operator/drama_delete', { id: 'd_dawn', version: 1 })
  const tus = createTusClient(server, owner.client)
  server.clock.advance(1000)
  const id = await tus.upload('1.mp4', 'one')
  await expectEntry('upload_create', { operator: owner.email, subject: id })
  await change('/operator/upload_set', { id, episode_no: 2 })
  server.clock.advance(1000)
  await tus.remove(id)
  await expectEntry('upload_remove', { operator: owner.email, subject: id })
  await change('/operator/upload_remove', { id: await tus.upload('1.mp4', 'one') })
  await tus.upload('2.mp4', 'two')
  const { job } = await change('/operator/ingest_start', { drama_id: 'd_rain' })
  await change('/operator/ingest_cancel', { id: job.id })
  await change('/operator/ingest_retry', { id: job.id })
})

test('viewers, orders, rewards and messages', async () => {
  const buyer = await openBuyer(server)
  const order_no = await buyer.buy('p_brl_600')
  await change('/operator/order_refund', { order_no, amount: 100 })
  const viewer = await signIn(server)
  const reason = 'Sorry'
  await change('/operator/coins_adjust', {
    user_id: viewer.userId,
    kind: 'coins',
    coins: 5,
    reason,
    key: 'k'.repeat(16)
  })
  const request = { user_id: viewer.userId, kind: 'coins', coins: 900, reason, key: 'm'.repeat(16) }
  const asked = await second.client.post('operator/coins_adjust', request)
  await change('/operator/coins_request_decide', { id: asked.data.adjustment.id, ok: true })
  const image_id = await keepNewImage(server, viewer.userId)
  const sent = await submit(viewer, 'whatsapp', { image_id })
  await change('/operator/reward_review', { id: sent.data.submission.id, ok: true })
  await change('/operator/reward_undo', { id: sent.data.submission.id })
  const now = new Date(server.clock.now())
  const earner = JSON.stringify({ address: '1', network: 'n', device: '2', browser: '3', lpid: '' })
  const day = '2026-01-01'
  await server.db
    .insertInto('task_states')
    .values({ user_id: viewer.userId, day, code: 'home_15s', done_at: now })
    .execute()
  const waiting = { id: 'w_1', user_id: viewer.userId, kind: 'task', ref_id: `${day}:home_15s`, bonus: 5 } as const
  await server.db
    .insertInto('pending_earnings')
    .values({ ...waiting, earner, created_at: now, tried_at: now })
    .execute()
  await change('/operator/reward_release', { id: 'w_1' })
  await change('/operator/network_set', { address: '203.0.113.7', people: 40 })
  await viewer.post('/feedback/submit', { kind: 'other', text: 'Hello' }, newKey())
  const { data } = await owner.client.get('operator/feedback_list')
  await change('/operator/feedback_answer', { id: data.list[0].id, text: 'Thank you' })
  expect((await readNewest()).detail).not.toContain('Thank you')
  await change('/operator/viewer_sessions_end', { user_id: viewer.userId, reason })
  await change('/operator/viewer_delete', { user_id: viewer.userId, reason })
  const { data: clock } = await owner.client.get('operator/clock_show')
  await change('/operator/clock_confirm', { time: clock.database_time })
})

test('products, campaigns and partners', async () => {
  await change('/operator/product_add', { code: 'fair', kind: 'coins', coins: 500, prices: [{ amount: 1490 }] })
  await change('/operator/product_save', { id: 'p_brl_600', sort: 99 })
  await change('/operator/campaign_save', { lpid: 'spring', mode: 'create', name: 'Spring' })
  const { id } = await change('/operator/partner_create', { name: 'Ads & Co' })
  partnerId = id
  await change('/operator/partner_give', { id, lpid: 'spring' })
  const { key_id } = await change('/operator/partner_key', { id })
  await change('/operator/partner_revoke', { id, key: key_id })
  await change('/operator/partner_secret', { id })
  await change('/operator/partner_coins', { id, coins: 100, reference: 'invoice-1', reason: 'paid' })
  const postback = { lpid: 'spring', event: 'purchase', url: 'https://partner.test/in' }
  const added = await change('/operator/campaign_postback_add', postback)
  await change('/operator/campaign_postback_remove', { lpid: 'spring', id: added.id })
})

test('members', async () => {
  const { id } = await change('/operator/member_add', { email: 'rui@console.test', name: 'Rui', role: 'editor' })
  await change('/operator/member_link', { id })
  await change('/operator/member_save', { id, name: 'Rui B.', role: 'editor' })
  const other = await signInMember(server, { role: 'reviewer' })
  await change('/operator/member_sessions_end', { id: other.id })
})

test('what a member of a partner does', async () => {
  manager = await signInMember(server, { role: 'partner', partnerId, isPartnerAdmin: true })
  const schedule = { recipients: ['ana@partner.test'], frequency: 'daily', hour: 8, timezone: 'UTC', lang: 'en' }
  const saved = await change('/partner/schedule_save', schedule, manager)
  await change('/partner/schedule_delete', { id: saved.id }, manager)
  const variants = [
    { name: 'A', share: 50 },
    { name: 'B', share: 50, free_episodes_override: 3 }
  ]
  const draft = { lpid: 'spring', name: 'Free episodes', goal: 'purchase_rate', variants }
  const created = await change('/partner/experiment_save', draft, manager)
  await change('/partner/experiment_start', { id: created.id }, manager)
  await change('/partner/experiment_end', { id: created.id, use_variant: 2 }, manager)
  expect(JSON.parse((await readNewest()).state_after).campaign.free_episodes_override).toBe(3)
  const unused = await change('/partner/experiment_save', draft, manager)
  await change('/partner/experiment_delete', { id: unused.id }, manager)
  // The campaign has the 3 of the variant now, which would be the same as the other.
  const others = [
    { name: 'A', share: 50 },
    { name: 'B', share: 50, free_episodes_override: 5 }
  ]
  const another = await change('/partner/experiment_save', { ...draft, variants: others }, manager)
  await change('/operator/experiment_start', { id: another.id })
  await change('/operator/experiment_end', { id: another.id })
  const third = await change('/partner/experiment_save', draft, manager)
  await change('/operator/experiment_delete', { id: third.id })
  const key = await change('/partner/key_create', { kind: 'api' }, manager)
  expect(JSON.stringify(await readNewest())).not.toContain(key.secret)
  const byKey = asPartner(server, key.secret)
  server.clock.advance(1000)
  expect((await byKey.post('schedule_save', schedule)).code).toBe(200)
  await expectEntry('partner/schedule_save', { operator: `key:${key.id}`, subject: partnerId })
  await change('/partner/key_revoke', { id: key.id }, manager)
  const added = await change('/partner/member_add', { email: 'lia@partner.test', name: 'Lia' }, manager)
  await change('/partner/member_link', { id: added.id }, manager)
  const profile = { name: 'Lia B.', is_partner_admin: false, is_disabled: false }
  await change('/partner/member_save', { id: added.id, ...profile }, manager)
  const lia = await signInMember(server, { role: 'partner', partnerId })
  await change('/partner/member_sessions_end', { id: lia.id }, manager)
  const now = new Date(server.clock.now())
  const of = { lpid: 'spring', postback_id: 'pb_1', user_id: 'u_1' }
  const failed = { id: 'f'.repeat(32), event: 'purchase', event_id: 'e1', ...of } as const
  await server.db
    .insertInto('event_outbox')
    .values({ ...failed, payload: '{}', status: 'failed', attempts: 7, next_at: now, created_at: now })
    .execute()
  await change('/partner/resend', { id: failed.id }, manager)
  await change('/operator/campaign_close', { lpid: 'spring' })
})

test('what members do to their own accounts', async () => {
  const { client, email, id } = await signInMember(server, { role: 'analyst' })
  const now = new Date(server.clock.now())
  const passkey = { id: 'pass', member_id: id, public_key: 'x', counter: 0, transports: '[]', name: 'Laptop' }
  await server.db
    .insertInto('member_passkeys')
    .values({ ...passkey, created_at: now })
    .execute()
  server.clock.advance(1000)
  expect((await client.post('passkey_remove', { id: 'pass' })).code).toBe(200)
  await expectEntry('passkey_remove', { operator: email, subject: id })
  const response = { id: 'pass', type: 'public-key', response: { clientDataJSON: 'e30', attestationObject: 'oA' } }
  server.clock.advance(1000)
  await client.post('passkey_add', { response, name: 'Phone' })
  expect(await readNewest()).toMatchObject({ action: 'passkey_add', operator: email, result: 'refused' })
  expect((await readNewest()).detail).not.toContain('clientDataJSON')
  server.clock.advance(1000)
  expect((await client.post('logout')).code).toBe(200)
  await expectEntry('logout', { operator: email, subject: id })
  const again = await signInMember(server, { role: 'analyst' })
  server.clock.advance(1000)
  expect((await again.client.post('session_end', {})).code).toBe(200)
  await expectEntry('session_end', { operator: again.email, subject: again.id })
})

test('nothing that changes something is left', () => {
  const paths = [...operatorActions, ...partnerApiActions]
    .filter(({ method }) => method === 'POST')
    .map(({ path }) => path as string)
    .filter(path => ![...withoutState, ...leases].includes(path))
  expect([...covered].toSorted()).toEqual(paths.toSorted())
})

test('the console names every action and every field of a state, and the log is read by action', async () => {
  const machines = ['backup', 'sign_in', 'drama_picture', 'upload_create', 'ingest_end']
  const codes = [
    ...operatorActions.filter(({ subject }) => subject !== null).map(({ path }) => path.slice('/operator/'.length)),
    ...partnerApiActions.filter(({ method }) => method === 'POST').map(({ path }) => path.slice(1)),
    ...consoleActions.filter(action => 'changesAccount' in action).map(({ path }) => path.slice('/console/api/'.length))
  ]
  expect(auditActions.toSorted()).toEqual([...codes, ...machines].toSorted())
  const rows = await server.db
    .selectFrom('operator_log')
    .innerJoin('operator_results', 'operator_results.entry_id', 'operator_log.id')
    .select(['state_before', 'state_after'])
    .execute()
  const fields = rows.flatMap(row =>
    [row.state_before, row.state_after].flatMap(state => Object.keys(JSON.parse(state ?? '{}') ?? {}))
  )
  const isId = (field: string) => /^((pa|pb|rs|x)_[0-9a-f]{12,}|p_brl_[a-z0-9]+)$/.test(field)
  const nameless = new Set(fields.filter(field => !isId(field) && !(`field_${field}` in messages)))
  expect([...nameless]).toEqual([])
  const { list } = (await owner.client.get('operator/log?action=campaign_close')).data
  expect(list.map(({ action }: { action: string }) => action)).toEqual(['campaign_close'])
})

test('the log is read by a part of a member’s name, and says who or what an id is', async () => {
  const find = async (query: string): Promise<Record<string, string>[]> =>
    (await owner.client.get(`operator/log?${query}`)).data.list
  const { name } = await server.db
    .selectFrom('members')
    .select('name')
    .where('email', '=', owner.email)
    .executeTakeFirstOrThrow()
  const byName = await find(`operator=${encodeURIComponent(name.slice(1).toUpperCase())}`)
  expect(byName.map(({ operator }) => operator)).toContain(owner.email)
  expect(await find('operator=nobody%25')).toEqual([])
  expect((await find('action=partner_give'))[0]).toMatchObject({ subject: partnerId, subject_name: 'Ads & Co' })
  const saved = (await find('action=member_save'))[0]
  expect(saved).toMatchObject({ subject_name: expect.stringContaining('@') })
  expect((await find('action=campaign_close'))[0]).toMatchObject({ subject_name: null })
  expect((await find('subject=p_brl_fair')).map(({ action }) => action)).toEqual(['product_add'])
})
