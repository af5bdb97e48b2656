import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createConsoleClient, signInMember } from '../support/console-client.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { engines } from '../support/servers/test-database.js'

describe.each(engines)('members of the console on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine, config: { trustedProxies: 1 }, checkAnswers: true })
  })
  afterAll(() => server.close())

  test('an owner adds a member, whose link works once and is in no log', async () => {
    const { client } = await signInMember(server, { role: 'owner' })
    const added = await client.post('operator/member_add', { email: 'Rui@Example.com', name: 'Rui', role: 'reviewer' })
    expect(added.data.link).toMatch(/^https:\/\/drama\.test\/console\/link#[\w-]{43}$/)
    const token = added.data.link.split('#')[1]
    const again = await client.post('operator/member_add', { email: 'rui@example.com', name: 'Rui', role: 'editor' })
    expect([again.code, again.data]).toEqual([4001, { fields: ['email'], reason: 'member_exists' }])
    const fresh = await client.post('operator/member_link', { id: added.data.id })
    expect((await createConsoleClient(server).post('link_show', { token })).code).toBe(4501)
    const newToken = fresh.data.link.split('#')[1]
    expect((await createConsoleClient(server).post('link_login', { token: newToken })).code).toBe(200)
    const log = JSON.stringify(await server.db.selectFrom('operator_log').selectAll().execute()) + server.logLines
    for (const secret of [token, newToken]) expect(log).not.toContain(secret)
    const { data } = await client.get('operator/member_list')
    const rui = data.list.find((member: { email: string }) => member.email === 'rui@example.com')
    expect(rui).toMatchObject({ name: 'Rui', role: 'reviewer', is_invited: false, passkeys: 0 })
  })

  test('what is wrong with a member is said for each field', async () => {
    const { client } = await signInMember(server, { role: 'owner' })
    const add = async (change: object) =>
      (await client.post('operator/member_add', { email: 'a@b.co', name: 'A', role: 'editor', ...change })).data.fields
    expect(await add({ email: 'no address' })).toEqual(['email'])
    expect(await add({ name: ' ' })).toEqual(['name'])
    expect(await add({ role: 'king' })).toEqual(['role'])
    expect(await add({ role: 'partner' })).toEqual(['partner_id'])
    expect(await add({ partner_id: 'pa_0123456789ab' })).toEqual(['partner_id'])
    expect(await add({ role: 'partner', partner_id: 'pa_0123456789ab' })).toEqual(['partner_id'])
  })

  test('the last owner stays one, also if two remove each other at the same instant', async () => {
    await server.db.updateTable('members').set({ disabled_at: new Date() }).execute()
    const one = await signInMember(server, { role: 'owner' })
    const other = await signInMember(server, { role: 'owner' })
    const answers = await Promise.all([
      one.client.post('operator/member_save', { id: other.id, name: 'B', role: 'analyst' }),
      other.client.post('operator/member_save', { id: one.id, name: 'A', role: 'owner', is_disabled: true })
    ])
    const left = await server.db
      .selectFrom('members')
      .select('id')
      .where('role', '=', 'owner')
      .where('disabled_at', 'is', null)
      .execute()
    expect(left).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    const last = left[0]?.id === one.id ? one : other
    const refused = await last.client.post('operator/member_save', { id: last.id, name: 'A', role: 'editor' })
    expect(refused.data).toEqual({ fields: ['role'], reason: 'last_owner' })
  })

  test('a change of role ends the sessions, and the audit log has who, from where, before and after', async () => {
    const { client, email } = await signInMember(server, { role: 'owner' })
    const member = await signInMember(server, { role: 'editor' })
    const change = { id: member.id, name: 'Eva', role: 'support' }
    server.clock.advance(1000)
    const saved = await client.post('operator/member_save', change, { 'X-Forwarded-For': '203.0.113.9' })
    expect(saved.data).toEqual({ id: member.id, ended_sessions: 1 })
    expect((await member.client.get('account')).code).toBe(999)
    server.clock.advance(1000)
    const renamed = await client.post('operator/member_save', { id: member.id, name: 'Eva B', role: 'support' })
    expect(renamed.data.ended_sessions).toBe(0)
    const { data } = await client.get(`operator/log?subject=${member.id}&page_size=2`)
    const entry = data.list[1]
    expect(entry).toMatchObject({ operator: email, action: 'member_save', result: 'done', address: '203.0.113.9' })
    expect(JSON.parse(entry.state_before)).toMatchObject({ name: 'editor', role: 'editor' })
    expect(JSON.parse(entry.state_after)).toMatchObject({ name: 'Eva', role: 'support' })
  })

  test('hostile names stay text', async () => {
    const { client } = await signInMember(server, { role: 'owner' })
    for (const name of ['<script>alert(1)</script>', '‮evil', "'; drop table members; --"]) {
      const email = `h${Math.abs(name.length)}-${name.codePointAt(0)}@example.com`
      const { data } = await client.post('operator/member_add', { email, name, role: 'analyst' })
      const listed = (await client.get('operator/member_list')).data.list
      expect(listed.find(({ id }: { id: string }) => id === data.id).name).toBe(name)
    }
    expect(
      (await client.post('operator/member_add', { email: 'n@example.com', name: '\0', role: 'analyst' })).code
    ).toBe(4001)
  })
})
