import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInMember } from '../support/console-client.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { OPERATOR_KEY, openCampaign, openPartner, operate } from '../support/partners.js'
import { engines } from '../support/servers/test-database.js'

describe.each(engines)('partners for operators on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine, config: { operatorKey: OPERATOR_KEY }, checkAnswers: true })
  })
  afterAll(() => server.close())

  test('partners are found by name or id, page by cursor, and say when a member was seen', async () => {
    const analyst = await signInMember(server, { role: 'analyst' })
    const ids: string[] = []
    for (const name of ['Um', 'Dois', 'Três']) {
      server.clock.advance(1000)
      ids.push((await operate(server, 'partner_create', { name: `Found ${name}` })).data.id)
    }
    const list = async (query: string) => (await analyst.client.get(`operator/partner_list?${query}`)).data
    const first = await list('q=FOUND&page_size=2')
    expect(first.list.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2))
    const second = await list(`q=FOUND&page_size=2&cursor=${first.next_cursor}`)
    expect(second.list.map(({ id }: { id: string }) => id)).toEqual(ids.slice(2))
    expect((await list(`q=${ids[1]}`)).list).toHaveLength(1)
    expect((await list("q=%25_' or 1=1")).list).toEqual([])
    expect((await list('')).list.length).toBeGreaterThanOrEqual(3)
    expect(second.list[0]).toMatchObject({ seen_at: null, coins: 0, campaigns: [], keys: [{}] })
    await signInMember(server, { role: 'partner', partnerId: ids[2] ?? '' })
    const seen = (await list('q=Found Três')).list[0]
    expect(seen.seen_at).toBe(new Date(server.clock.now()).toISOString())
  })

  test('a partner shows how many campaigns and members it has; an unknown one is said so', async () => {
    const { client } = await signInMember(server, { role: 'editor' })
    const lpid = await openCampaign(server)
    const { id } = await openPartner(server, [lpid])
    await signInMember(server, { role: 'partner', partnerId: id })
    const { data } = await client.get(`operator/partner_show?id=${id}`)
    expect(data.partner).toMatchObject({ id, campaigns: [lpid], active_campaigns: 1, members: 1, secrets: [] })
    const none = await client.get('operator/partner_show?id=pa_000000000000')
    expect(none.data).toEqual({ fields: ['id'], reason: 'unknown_partner' })
  })

  test('prepaid coins need a reason in the console, count once by reference, and the statement says who and why', async () => {
    const { client, email } = await signInMember(server, { role: 'owner' })
    const { id } = await openPartner(server, [])
    const add = (coins: number, reference: string, more: object = {}) =>
      client.post('operator/partner_coins', { id, coins, reference, ...more })
    expect((await add(500, 'inv-1')).data).toEqual({ fields: ['reason'], reason: 'required' })
    const reason = 'Invoice <1>'
    expect((await add(500, 'inv-1', { reason })).data).toMatchObject({ is_new: true, coins: 500 })
    server.clock.advance(1000)
    expect((await add(500, 'inv-1', { reason })).data).toMatchObject({ is_new: false, coins: 500 })
    expect(await add(-600, 'inv-2', { reason })).toMatchObject({ code: 4201, data: { coins: 500 } })
    server.clock.advance(1000)
    await operate(server, 'partner_coins', { id, coins: -200, reference: 'inv-3' })
    const { data } = await client.get(`operator/partner_ledger?id=${id}&page_size=1`)
    expect(data).toMatchObject({ coins: 300, has_more: true })
    const rest = (await client.get(`operator/partner_ledger?id=${id}&cursor=${data.next_cursor}`)).data
    expect([...data.list, ...rest.list]).toMatchObject([
      { kind: 'payment', coins: -200, coins_after: 300, reference: 'inv-3', operator: 'operator', reason: null },
      { kind: 'payment', coins: 500, coins_after: 500, reference: 'inv-1', operator: email, reason }
    ])
    expect((await client.get('operator/partner_ledger?id=pa_000000000000')).data.reason).toBe('unknown_partner')
  })

  test('the audit log says whose campaign it was before it is given to another partner', async () => {
    const { client } = await signInMember(server, { role: 'owner' })
    const lpid = await openCampaign(server)
    const one = await openPartner(server, [lpid])
    const other = await openPartner(server, [])
    server.clock.advance(1000)
    await client.post('operator/partner_give', { id: other.id, lpid })
    const { data } = await client.get(`operator/log?subject=${other.id}&page_size=1`)
    expect(JSON.parse(data.list[0].state_before)).toEqual({ lpid, partner_id: one.id })
    expect(JSON.parse(data.list[0].state_after)).toEqual({ lpid, partner_id: other.id })
  })
})
