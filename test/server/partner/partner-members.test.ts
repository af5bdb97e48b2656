import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createConsoleClient, readCsrfToken, signInMember } from '../support/console-client.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { OPERATOR_KEY, openPartner } from '../support/partners.js'
import { engines } from '../support/servers/test-database.js'

describe.each(engines)('members of a partner on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine, config: { operatorKey: OPERATOR_KEY }, checkAnswers: true })
  })
  afterAll(() => server.close())

  const openAdmin = async (partnerId: string) =>
    signInMember(server, { role: 'partner', partnerId, isPartnerAdmin: true })
  const listOf = async ({ client }: Awaited<ReturnType<typeof openAdmin>>, query = '') =>
    (await client.get(`partner/member_list${query}`)).data

  test('the first member whom an operator adds to a partner manages it, the next does not', async () => {
    const owner = await signInMember(server, { role: 'owner' })
    const { id: partner_id } = await openPartner(server, [])
    const add = (email: string, more = {}) => {
      server.clock.advance(1000)
      return owner.client.post('operator/member_add', { email, name: 'P', role: 'partner', partner_id, ...more })
    }
    await add('first@ads.example')
    await add('second@ads.example')
    await add('third@ads.example', { is_partner_admin: true })
    const { list } = (await owner.client.get(`operator/member_list?partner_id=${partner_id}`)).data
    expect(list.map((one: { email: string; is_partner_admin: boolean }) => [one.email, one.is_partner_admin])).toEqual([
      ['first@ads.example', true],
      ['second@ads.example', false],
      ['third@ads.example', true]
    ])
    const wrong = { email: 'x@ads.example', name: 'X', role: 'editor', is_partner_admin: true }
    expect((await owner.client.post('operator/member_add', wrong)).data).toMatchObject({ fields: ['is_partner_admin'] })
  })

  test('an invited colleague signs in, is disabled, and their session has ended', async () => {
    const { id: partnerId } = await openPartner(server, [])
    const admin = await openAdmin(partnerId)
    const added = await admin.client.post('partner/member_add', { email: 'Rui@Ads.example', name: '<b>Rui</b>' })
    expect(added.data.link).toMatch(/^https:\/\/drama\.test\/console\/link#[\w-]{43}$/)
    server.clock.advance(1000)
    const { list } = await listOf(admin)
    const self = list.find(({ id }: { id: string }) => id === admin.id)
    const rui = list.find(({ id }: { id: string }) => id !== admin.id)
    expect(self).toMatchObject({ id: admin.id, is_self: true, is_partner_admin: true, sessions: 1 })
    expect(rui).toMatchObject({ email: 'rui@ads.example', name: '<b>Rui</b>', is_invited: true, sessions: 0 })
    const client = createConsoleClient(server)
    const token = added.data.link.split('#')[1]
    // The company's name, and nothing else of it.
    expect((await client.post('link_show', { token })).data).toEqual({
      email: 'rui@ads.example',
      name: '<b>Rui</b>',
      role: 'partner',
      partner_name: 'Ads & Co'
    })
    await client.post('link_login', { token })
    await readCsrfToken(client)
    expect((await client.get('session')).data.member).toMatchObject({
      partner: { id: partnerId },
      is_partner_admin: false
    })
    expect((await client.get('partner/campaign_list')).code).toBe(200)
    const fresh = await admin.client.post('partner/member_link', { id: rui.id })
    expect(fresh.code).toBe(200)
    const ended = await admin.client.post('partner/member_sessions_end', { id: rui.id })
    expect(ended.data).toEqual({ id: rui.id, ended_sessions: 1 })
    expect((await client.get('partner/campaign_list')).code).toBe(999)
    await client.post('link_login', { token: fresh.data.link.split('#')[1] })
    await readCsrfToken(client)
    const late = (await admin.client.post('partner/member_link', { id: rui.id })).data.link.split('#')[1]
    const change = { id: rui.id, name: 'Rui', is_partner_admin: false, is_disabled: true }
    expect((await admin.client.post('partner/member_save', change)).data).toEqual({ id: rui.id, ended_sessions: 1 })
    expect((await client.get('partner/campaign_list')).code).toBe(999)
    expect((await createConsoleClient(server).post('link_login', { token: late })).code).toBe(4501)
    expect((await admin.client.post('partner/member_link', { id: rui.id })).data).toMatchObject({ reason: 'disabled' })
    await admin.client.post('partner/member_save', { ...change, is_disabled: false })
    expect((await admin.client.post('partner/member_link', { id: rui.id })).code).toBe(200)
    const owner = await signInMember(server, { role: 'owner' })
    const log = (await owner.client.get(`operator/log?subject=${partnerId}&page_size=20`)).data.list
    const saved = log.find(({ action }: { action: string }) => action.endsWith('partner/member_save'))
    expect(saved).toMatchObject({ operator: admin.email, result: 'done' })
    expect(JSON.parse(saved.state_after)).toMatchObject({ name: 'Rui' })
    expect(JSON.stringify(log)).not.toContain(late)
  })

  test('the last one who manages stays, also if two remove each other at the same instant', async () => {
    const { id: partnerId } = await openPartner(server, [])
    const one = await openAdmin(partnerId)
    const alone = { id: one.id, name: 'One', is_partner_admin: true, is_disabled: true }
    expect((await one.client.post('partner/member_save', alone)).data).toEqual({
      fields: ['is_disabled'],
      reason: 'last_admin'
    })
    expect(
      (await one.client.post('partner/member_save', { ...alone, is_disabled: false, is_partner_admin: false })).data
    ).toEqual({ fields: ['is_partner_admin'], reason: 'last_admin' })
    const other = await openAdmin(partnerId)
    await Promise.all([
      one.client.post('partner/member_save', { ...alone, id: other.id }),
      other.client.post('partner/member_save', { ...alone, is_disabled: false, is_partner_admin: false })
    ])
    const left = await server.db
      .selectFrom('members')
      .select('id')
      .where('partner_id', '=', partnerId)
      .where('is_partner_admin', '=', true)
      .where('disabled_at', 'is', null)
      .execute()
    expect(left).toHaveLength(1)
  })

  test('members of another partner are as good as none, and addresses in use are refused', async () => {
    const admin = await openAdmin((await openPartner(server, [])).id)
    const other = await openAdmin((await openPartner(server, [])).id)
    expect((await listOf(admin)).list.map(({ id }: { id: string }) => id)).toEqual([admin.id])
    const change = { id: other.id, name: 'X', is_partner_admin: false, is_disabled: true }
    const unknown = { fields: ['id'], reason: 'unknown_member' }
    expect((await admin.client.post('partner/member_save', change)).data).toEqual(unknown)
    expect((await admin.client.post('partner/member_link', { id: other.id })).data).toEqual(unknown)
    expect((await admin.client.post('partner/member_sessions_end', { id: other.id })).data).toEqual(unknown)
    expect((await other.client.get('account')).code).toBe(200)
    const taken = await admin.client.post('partner/member_add', { email: other.email, name: 'X' })
    expect(taken.data).toEqual({ fields: ['email'], reason: 'member_exists' })
    expect((await admin.client.post('partner/member_add', { email: 'no', name: '' })).data.fields).toEqual([
      'email',
      'name'
    ])
  })

  test('the list pages by cursor', async () => {
    const admin = await openAdmin((await openPartner(server, [])).id)
    for (const no of [1, 2, 3]) {
      server.clock.advance(1000)
      await admin.client.post('partner/member_add', { email: `page-${no}-${admin.email}`, name: `P${no}` })
    }
    const first = await listOf(admin, '?page_size=2')
    const second = await listOf(admin, `?page_size=2&cursor=${first.next_cursor}`)
    expect([...first.list, ...second.list].map(({ name }: { name: string }) => name)).toEqual([
      'partner',
      'P1',
      'P2',
      'P3'
    ])
    expect([first.has_more, second.has_more]).toEqual([true, false])
  })

  test('a key of the partner manages nobody', async () => {
    const partner = await openPartner(server, [])
    expect((await partner.get('member_list')).data).toEqual({ fields: [], reason: 'members_only' })
    expect((await partner.post('member_add', { email: 'a@b.example', name: 'A' })).code).toBe(4001)
  })
})
