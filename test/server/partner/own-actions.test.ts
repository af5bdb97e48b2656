import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { OPERATOR_KEY, openCampaign, openPartner, operate } from '../support/partners.js'
import { engines } from '../support/servers/test-database.js'

const FORMULA = '=HYPERLINK("https://evil.test","x"),\n@cmd'

describe.each(engines)('what a partner does for itself on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine, config: { operatorKey: OPERATOR_KEY, isDemo: true }, checkAnswers: true })
  })
  afterAll(() => server.close())

  async function openDelivery(lpid: string, url: string, method: 'GET' | 'POST') {
    const { data } = await operate(server, 'campaign_postback_add', { lpid, event: 'purchase', url, method })
    const row = await server.db
      .insertInto('event_outbox')
      .values({
        event: 'purchase',
        event_id: `p_${data.id}`,
        postback_id: data.id,
        user_id: 'u_1',
        lpid,
        payload: JSON.stringify({ at: 1, order_no: 'o_1', value: 990, currency: 'BRL', is_test: false }),
        status: 'failed',
        next_at: new Date(server.clock.now()),
        created_at: new Date(server.clock.now())
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await server.db.updateTable('event_outbox').set({ last_response: FORMULA }).where('id', '=', row.id).execute()
    return row.id
  }

  test('the campaigns are one’s own, with the address of the script, in JSON and CSV', async () => {
    const lpid = await openCampaign(server, { timezone: 'America/Bogota' })
    const other = await openCampaign(server)
    const partner = await openPartner(server, [lpid])
    await openPartner(server, [other])
    const { data } = await partner.get('campaign_list')
    expect(data.list).toMatchObject([{ lpid, timezone: 'America/Bogota', status: 'active' }])
    expect(data.script_url).toBe('https://drama.test/drama-app.js')
    const csv = await (await partner.raw('campaign_list', { format: 'csv' })).text()
    expect(csv.split('\r\n')[1]).toContain(`${lpid},"'=Campaign`)
  })

  test('a promo link opens for at most an hour and a month, of an own open campaign and an episode that is online', async () => {
    const lpid = await openCampaign(server)
    const other = await openCampaign(server)
    const partner = await openPartner(server, [lpid])
    const link = { lpid, drama_id: 'd_rain', episode_no: 2, page: 'https://shop.example/a?x=1' }
    const { data } = await partner.post('link_create', link)
    const url = new URL(data.url)
    expect([url.origin, url.searchParams.get('x'), url.searchParams.get('lpid')]).toEqual([
      'https://shop.example',
      '1',
      lpid
    ])
    const refused = async (change: object) => (await partner.post('link_create', { ...link, ...change })).data
    expect(await refused({ minutes: 61 })).toMatchObject({ fields: ['minutes'] })
    expect(await refused({ expires_at: server.clock.now() + 31 * 86_400_000 })).toMatchObject({
      fields: ['expires_at'],
      reason: 'not_within_30_days'
    })
    expect(await refused({ lpid: other })).toMatchObject({ fields: ['lpid'], reason: 'unknown_campaign' })
    expect(await refused({ page: 'javascript:alert(1)' })).toMatchObject({ fields: ['page'] })
    expect((await partner.post('link_create', { ...link, episode_no: 999 })).code).toBe(4204)
    await operate(server, 'campaign_close', { lpid })
    expect(await refused({})).toMatchObject({ fields: ['lpid'], reason: 'closed' })
  })

  test('dramas are found by text and id, and without either the most played', async () => {
    const partner = await openPartner(server, [])
    const find = async (q: string) => (await partner.get('drama_list', { q, lang: 'en' })).data.list
    const all = await find('')
    expect(all.length).toBeGreaterThan(1)
    const [first] = all
    expect(await find(first.drama_id)).toEqual([first])
    expect((await find(first.title)).map((one: { drama_id: string }) => one.drama_id)).toContain(first.drama_id)
    expect(await find('d_nothing')).toEqual([])
    expect(await find("%_'; drop table dramas")).toEqual(expect.any(Array))
  })

  test('a postback shows what is sent, without secrets, and only to its partner', async () => {
    const lpid = await openCampaign(server)
    const partner = await openPartner(server, [lpid])
    const other = await openPartner(server, [await openCampaign(server)])
    const posted = await openDelivery(lpid, 'https://ads.example/p?token=s3cret', 'POST')
    const got = await openDelivery(lpid, 'https://ads.example/g?token=s3cret&value={value}&id=x-{event_id}', 'GET')
    const shown = (await partner.get('postback_show', { id: posted })).data
    expect(JSON.parse(shown.body)).toMatchObject({ event: 'purchase', order_no: 'o_1', value: 9.9, currency: 'BRL' })
    expect(shown.delivery).toMatchObject({ url: 'https://ads.example/p', status: 'failed', last_response: FORMULA })
    const get = (await partner.get('postback_show', { id: got })).data
    expect(get).toMatchObject({
      body: null,
      parameters: [
        { name: 'value', value: '9.9' },
        { name: 'id', value: expect.stringMatching(/^x-p_pb_/) }
      ]
    })
    expect(JSON.stringify([shown, get])).not.toContain('s3cret')
    expect((await other.get('postback_show', { id: posted })).data).toEqual({
      fields: ['id'],
      reason: 'unknown_postback'
    })
  })

  test('postbacks of all campaigns are one list, page by page, and in CSV no formula runs', async () => {
    const lpids = [await openCampaign(server), await openCampaign(server)]
    const partner = await openPartner(server, lpids)
    const ids: string[] = []
    for (const lpid of [...lpids, ...lpids, ...lpids]) {
      server.clock.advance(1000)
      ids.unshift(await openDelivery(lpid, 'https://ads.example/p', 'POST'))
    }
    const read = async (query: Record<string, string>) => (await partner.get('postbacks', query)).data
    const first = await read({ page_size: '4' })
    const rest = await read({ page_size: '4', cursor: first.next_cursor })
    expect([...first.list, ...rest.list].map(row => row.id)).toEqual(ids)
    expect(rest.has_more).toBe(false)
    const since = `${server.clock.now() - 1500}`
    expect((await read({ from_at: since })).list.map((row: { id: string }) => row.id)).toEqual(ids.slice(0, 2))
    expect((await read({ to_at: since, status: 'failed' })).list).toHaveLength(4)
    expect((await read({ status: 'delivered' })).list).toEqual([])
    const response = await partner.raw('postbacks', { format: 'csv', page_size: '5' })
    const text = await response.text()
    expect(response.headers.get('X-Next-Cursor')).not.toBeNull()
    expect(text).toContain(`"'=HYPERLINK(""https`)
    expect(text).not.toContain(',=HYPERLINK')
  })

  test('a key lists keys and neither makes nor ends one', async () => {
    const partner = await openPartner(server, [])
    const { list } = (await partner.get('key_list')).data
    expect(list).toMatchObject([{ kind: 'api', id: expect.stringMatching(/^pk_/) }])
    expect(JSON.stringify(list)).not.toContain(partner.key.slice(16))
    expect((await partner.post('key_create', { kind: 'api' })).data.reason).toBe('members_only')
    expect((await partner.post('key_revoke', { id: list[0].id })).data.reason).toBe('members_only')
  })

  test('how far an episode is watched is what the report says of it, and zero of the drama of others', async () => {
    const lpid = await openCampaign(server)
    const partner = await openPartner(server, [lpid])
    const other = await openPartner(server, [await openCampaign(server)])
    const facts = (['start', 'q25', 'q50', 'complete'] as const).flatMap((kind, index) =>
      Array.from({ length: 9 - 2 * index }, (_, no) => ({
        lpid,
        at: new Date(server.clock.now()),
        kind,
        drama_id: 'd_rain',
        episode_no: 1 + (no % 2)
      }))
    )
    const elsewhere = { ...facts[0], drama_id: 'd_zzz', lpid, kind: 'start' as const, at: new Date(server.clock.now()) }
    await server.db
      .insertInto('report_facts')
      .values([...facts, elsewhere])
      .execute()
    const query = { drama_id: 'd_rain', from: 'today', to: 'today' }
    const { list, title } = (await partner.get('retention', query)).data
    const report = (await partner.get('report', { from: 'today', to: 'today', group_by: 'episode' })).data
    expect(title).not.toBe('')
    expect(list).toMatchObject([
      { episode_no: 1, starts: 5, q25: 4, q50: 3, q75: 0, completes: 2 },
      { episode_no: 2, starts: 4, q25: 3, q50: 2, q75: 0, completes: 1 }
    ])
    expect(report.list.slice(0, 2)).toMatchObject(list)
    expect(report.reconciliation.revenue[0].difference).toBe(0)
    expect((await other.get('retention', query)).data.list).toEqual([])
    const csv = await (await partner.raw('retention', { ...query, format: 'csv' })).text()
    expect(csv.split('\r\n')[1]).toBe('1,5,4,3,0,2,0,0')
  })

  test('two editors of a campaign: the second is told, and nothing is lost', async () => {
    const lpid = await openCampaign(server)
    const show = async () =>
      (
        await (
          await server.fetch(`/operator/campaign_show?lpid=${lpid}`, { headers: { Authorization: OPERATOR_KEY } })
        ).json()
      ).data.campaign
    const { version } = await show()
    const save = (change: object) => operate(server, 'campaign_save', { lpid, mode: 'set', ...change })
    expect((await save({ version, name: 'First' })).data.campaign.name).toBe('First')
    expect((await save({ version, daily_limit: 5 })).data).toEqual({ fields: ['version'], reason: 'changed_meanwhile' })
    expect(await show()).toMatchObject({ name: 'First', daily_limit: null })
    expect((await save({ version: (await show()).version, daily_limit: 5 })).code).toBe(200)
    expect((await save({ name: 'Without' })).code).toBe(200)
  })
})
