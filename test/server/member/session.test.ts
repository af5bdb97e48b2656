import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createConsoleClient, readCsrfToken, signInMember } from '../support/console-client.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { engines } from '../support/servers/test-database.js'

const HOUR_MS = 3_600_000

describe.each(engines)('sessions of the console on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine, config: { operatorKey: 'the key of this test' }, checkAnswers: true })
  })
  afterAll(() => server.close())

  test('the cookie is for the console only, and no script can read it', async () => {
    const { client } = await signInMember(server, { role: 'owner' })
    const attributes = client.setCookie.split('; ').slice(1)
    expect(attributes.toSorted()).toEqual(['HttpOnly', 'Max-Age=43200', 'Path=/console', 'SameSite=Strict', 'Secure'])
    const [row] = await server.db.selectFrom('member_sessions').select('token_hash').execute()
    expect(client.cookie).not.toContain(row?.token_hash)
    const direct = await server.fetch('/operator/log', { headers: { Cookie: client.cookie } })
    expect(direct.status).toBe(403)
  })

  test('a POST needs the CSRF token and has to come from the console’s own page', async () => {
    const { client } = await signInMember(server, { role: 'owner' })
    const other = await signInMember(server, { role: 'owner' })
    const save = (headers: Record<string, string>) => client.post('operator/partner_create', { name: 'X' }, headers)
    const refused: Record<string, string>[] = [
      { 'X-CSRF-Token': '' },
      { 'X-CSRF-Token': other.client.csrfToken },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { 'Sec-Fetch-Site': 'none' }
    ]
    for (const headers of refused) expect((await save(headers)).status).toBe(403)
    const old = await server.fetch('/console/api/operator/partner_create', {
      method: 'POST',
      body: '{"name":"X"}',
      headers: { Cookie: client.cookie, Origin: 'https://evil.test', 'X-CSRF-Token': client.csrfToken }
    })
    expect(old.status).toBe(403)
    expect(await server.db.selectFrom('partners').selectAll().execute()).toEqual([])
    expect((await save({})).code).toBe(200)
  })

  test('no other origin may read what the console gets', async () => {
    const { client } = await signInMember(server, { role: 'owner' })
    const { headers } = await client.get('operator/log')
    expect(headers.get('Access-Control-Allow-Origin')).toBeNull()
    expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin')
    expect(headers.get('Cache-Control')).toBe('private, no-store')
  })

  test('a session ends after 12 hours, by sign-out, and by its owner elsewhere', async () => {
    const { client, email } = await signInMember(server, { role: 'support' })
    const again = await signInMember(server, { role: 'support' })
    await server.db
      .updateTable('member_sessions')
      .set({ member_id: await idOf(email) })
      .where('member_id', '=', again.id)
      .execute()
    const { data } = await client.get('account')
    expect(data.sessions).toHaveLength(2)
    const elsewhere = data.sessions.find((session: { is_current: boolean }) => !session.is_current)
    expect((await client.post('session_end', { id: elsewhere.id })).data).toEqual({ ended: 1 })
    expect((await again.client.get('account')).code).toBe(999)
    expect((await client.post('session_end', { id: elsewhere.id })).data.reason).toBe('unknown_session')
    expect((await client.post('logout')).code).toBe(200)
    expect(client.cookie).toBe('')
    const late = await signInMember(server, { role: 'support' })
    server.clock.advance(12 * HOUR_MS - 1)
    expect((await late.client.get('account')).code).toBe(200)
    server.clock.advance(1)
    expect((await late.client.get('account')).code).toBe(999)
  })

  const idOf = async (email: string) =>
    (await server.db.selectFrom('members').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id

  test('a member sees and ends only sessions of their own', async () => {
    const one = await signInMember(server, { role: 'analyst' })
    const other = await signInMember(server, { role: 'analyst' })
    const [session] = (await other.client.get('account')).data.sessions
    expect((await one.client.post('session_end', { id: session.id })).data.reason).toBe('unknown_session')
    expect((await one.client.post('passkey_remove', { id: 'none' })).data.reason).toBe('unknown_passkey')
    expect((await other.client.get('account')).code).toBe(200)
  })

  test('a request with the same Idempotency-Key runs once, also at the same instant', async () => {
    const { client } = await signInMember(server, { role: 'owner' })
    const key = { 'Idempotency-Key': 'a-key-of-sixteen-or-more' }
    const name = `Once on ${engine}`
    const create = (body: object) => client.post('operator/partner_create', body, key)
    const answers = await Promise.all([create({ name }), create({ name }), create({ name })])
    const done = answers.filter(({ code }) => code === 200)
    expect(done.length).toBeGreaterThan(0)
    for (const { code, data } of answers) if (code !== 200) expect(data.reason).toBe('in_progress')
    expect((await create({ name })).data).toEqual(done[0]?.data)
    expect((await create({ name: 'Other' })).data.reason).toBe('key_used')
    const partners = await server.db.selectFrom('partners').select('name').where('name', '=', name).execute()
    expect(partners).toHaveLength(1)
    const stored = await server.db.selectFrom('member_answers').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(done[0]?.data.key)
    const refused = { ...key, 'Idempotency-Key': 'a-key-whose-first-try-fails' }
    expect((await client.post('operator/partner_key', { id: 'pa_000000000000' }, refused)).code).toBe(4001)
    expect((await client.post('operator/partner_key', { id: done[0]?.data.id }, refused)).code).toBe(200)
  })

  test('a session without a member’s page cannot be made up', async () => {
    const client = createConsoleClient(server)
    client.cookie = `drama_console=${'A'.repeat(43)}`
    await readCsrfToken(client)
    expect(client.csrfToken).toBe('')
    expect((await client.get('operator/log')).code).toBe(999)
    expect((await client.post('operator/partner_create', { name: 'X' })).code).toBe(999)
  })
})
