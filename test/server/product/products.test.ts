import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBuyer } from '../support/buyer.js'
import { signInMember } from '../support/console-client.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { OPERATOR_KEY, openCampaign, operate } from '../support/partners.js'
import { engines } from '../support/servers/test-database.js'

interface ReportedProduct {
  id: string
  kind: string
  status: string
  version: string
  sold: number
  test_sold: number
  revenue: { currency: string; amount: number }[]
}

describe.each(engines)('products for operators on %s', engine => {
  let server: TestServer
  let client: Awaited<ReturnType<typeof signInMember>>['client']
  beforeAll(async () => {
    server = await openTestServer({ engine, config: { operatorKey: OPERATOR_KEY }, checkAnswers: true })
    client = (await signInMember(server, { role: 'owner' })).client
  })
  afterAll(() => server.close())

  const report = async (query = ''): Promise<ReportedProduct[]> =>
    (await client.get(`operator/product_report?lang=pt${query}`)).data.list
  const find = async (id: string) => (await report()).find(product => product.id === id) as ReportedProduct
  const save = (id: string, change: object) => client.post('operator/product_save', { id, ...change })

  test('it says what was sold in 30 days, tests apart, and which campaigns show it first', async () => {
    const lpid = await openCampaign(server)
    await operate(server, 'campaign_save', { lpid, mode: 'set', offer_id: 'p_brl_600' })
    const buyer = await openBuyer(server)
    await buyer.buy('p_brl_600')
    const now = new Date(server.clock.now())
    await server.db.transaction().execute(async trx => {
      // Without the rules that no order is paid in money here.
      await sql`set local session_replication_role = replica`.execute(trx)
      for (const no of [1, 2]) {
        await trx
          .insertInto('orders')
          .values({
            order_no: `o_real_${no}`,
            event_id: `p_o_real_${no}`,
            user_id: buyer.userId,
            product_id: 'p_brl_600',
            kind: 'coins',
            coins: 600,
            bonus: 30,
            days: null,
            amount: 1990,
            currency: 'BRL',
            status: 'paid',
            provider: 'stripe',
            is_test: false,
            lang: 'pt',
            created_at: now,
            expires_at: new Date(now.getTime() + 1),
            paid_at: now
          })
          .execute()
      }
    })
    expect(await find('p_brl_600')).toMatchObject({
      title: '600 moedas',
      sold: 2,
      test_sold: 1,
      revenue: [{ currency: 'BRL', amount: 2 * 1990 }],
      campaigns: { count: 1, list: [{ lpid }] }
    })
    server.clock.advance(31 * 86_400_000)
    client = (await signInMember(server, { role: 'owner' })).client
    expect(await find('p_brl_600')).toMatchObject({ sold: 0, test_sold: 0, revenue: [] })
  })

  test('a new price is for new orders only, and a second editor is told', async () => {
    const buyer = await openBuyer(server)
    const order_no = await buyer.buy('p_brl_300')
    const { version } = await find('p_brl_300')
    const saved = await save('p_brl_300', { amount: 1090, badge: 'popular', sort: 50, version })
    expect(saved.code).toBe(200)
    expect((await save('p_brl_300', { amount: 1, version })).data).toEqual({
      fields: ['version'],
      reason: 'changed_meanwhile'
    })
    const { data } = await buyer.get('/store/index')
    const product = data.products.find(({ id }: { id: string }) => id === 'p_brl_300')
    expect(product).toMatchObject({ amount: 1090, badge: 'popular' })
    expect(data.products.at(-1)?.id).toBe('p_brl_300')
    const order = await server.db.selectFrom('orders').select('amount').where('order_no', '=', order_no).execute()
    expect(Number(order[0]?.amount)).toBe(990)
  })

  test('the last pack and the last pass stay on sale, also if two are withdrawn at the same instant', async () => {
    const withdraw = (id: string) => save(id, { status: 'withdrawn' })
    const answers = await Promise.all(['p_brl_weekly', 'p_brl_monthly'].map(withdraw))
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 4001])
    expect(answers.find(({ code }) => code === 4001)?.data).toEqual({ fields: ['status'], reason: 'last_on_sale' })
    const passes = (await report()).filter(({ kind }) => kind !== 'coins')
    expect(passes.map(({ status }) => status).toSorted()).toEqual(['on_sale', 'withdrawn'])
    const { data } = await (await openBuyer(server)).get('/store/index')
    expect(data.products.filter(({ kind }: { kind: string }) => kind !== 'coins')).toHaveLength(1)
  })

  test('wrong values are named by their field, and the list pages by cursor', async () => {
    expect((await save('p_brl_600', { amount: 0 })).data.fields).toEqual(['amount'])
    expect((await save('p_brl_600', { badge: 'offer' })).data.fields).toEqual(['badge'])
    expect((await save('p_none', { amount: 5 })).data).toEqual({ fields: ['id'], reason: 'unknown_product' })
    const first = (await client.get('operator/product_report?page_size=3')).data
    const all = (await report()).map(({ id }) => id)
    const second = (await client.get(`operator/product_report?cursor=${first.next_cursor}`)).data
    expect([...first.list, ...second.list].map(({ id }) => id)).toEqual(all)
  })
})
