import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBuyer } from '../support/buyer.js'
import { signInMember } from '../support/console-client.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { parseOperatorCall } from '../support/operator-call.js'
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

  const add = (product: object) => client.post('operator/product_add', product)
  const inStore = async () => (await (await openBuyer(server)).get('/store/index', { lang: 'pt' })).data.products
  const title = { pt: 'Pacote da feira', en: 'Fair pack', es: 'Paquete', 'zh-cn': '限时包', 'zh-tw': '限時包' }

  test('a new pack is off sale until it is put on sale, is bought, and goes off sale and on again', async () => {
    const pack = { code: 'fair-500', kind: 'coins', coins: 500, bonus: 50, badge: 'best_value', title }
    const prices = [{ amount: 1490 }, { currency: 'USD', amount: 299 }]
    expect((await add({ ...pack, prices })).data).toEqual({ ids: ['p_brl_fair-500', 'p_usd_fair-500'] })
    expect(await find('p_brl_fair-500')).toMatchObject({ status: 'withdrawn' })
    expect((await inStore()).some(({ id }: { id: string }) => id === 'p_brl_fair-500')).toBe(false)
    for (const id of ['p_brl_fair-500', 'p_usd_fair-500'])
      expect((await save(id, { status: 'on_sale' })).code).toBe(200)
    const shown = (await inStore()).at(-1)
    const gives = { coins: 500, bonus: 50, days: null, badge: 'best_value' }
    expect(shown).toMatchObject({ id: 'p_brl_fair-500', amount: 1490, currency: 'BRL', title: title.pt, ...gives })
    const buyer = await openBuyer(server)
    const order_no = await buyer.buy('p_brl_fair-500')
    const { data } = await buyer.status(order_no)
    expect(data).toMatchObject({ status: 'paid', coins: 500, bonus: 150, amount: 1490 })
    expect((await buyer.order('p_usd_fair-500')).data).toMatchObject({ reason: 'not_on_sale' })
    expect((await save('p_brl_fair-500', { status: 'withdrawn' })).code).toBe(200)
    expect((await inStore()).some(({ id }: { id: string }) => id === 'p_brl_fair-500')).toBe(false)
    expect((await buyer.order('p_brl_fair-500')).data).toMatchObject({ reason: 'not_on_sale' })
    expect((await save('p_brl_fair-500', { status: 'on_sale', title: null })).code).toBe(200)
    expect((await inStore()).at(-1)).toMatchObject({ id: 'p_brl_fair-500', title: '500 moedas' })
    expect(await find('p_brl_fair-500')).toMatchObject({ status: 'on_sale', own_title: null, test_sold: 1 })
  })

  test('a new pass has a title by its kind, and viewers get its days', async () => {
    const call = await parseOperatorCall(
      'product add monthly quarter days=90 price=19990 place=0 badge=none status=on_sale'
    )
    expect(call).toMatchObject({ method: 'POST', path: 'product_add' })
    expect((await add(call.fields)).code).toBe(200)
    expect((await inStore())[0]).toMatchObject({ id: 'p_brl_quarter', title: 'Passe mensal', days: 90, coins: 0 })
    const buyer = await openBuyer(server)
    await buyer.buy('p_brl_quarter')
    const { vip } = (await buyer.get('/store/index')).data
    expect(Math.round(((vip.until ?? 0) - server.clock.now()) / 86_400_000)).toBe(90)
    await save('p_brl_quarter', { status: 'withdrawn' })
  })

  test('every wrong field of a new product is named, and nothing is added', async () => {
    const pack = { code: 'wrong', kind: 'coins', coins: 100, prices: [{ amount: 100 }] }
    const prices = [{ amount: 0 }, { currency: 'brl', amount: 5 }]
    const several = { ...pack, code: 'No!', coins: -1, bonus: 0.5, prices, title: { ...title, es: ' ' } }
    expect((await add(several)).data.fields.toSorted()).toEqual([
      'bonus',
      'code',
      'coins',
      'prices.0.amount',
      'prices.1.currency',
      'title.es'
    ])
    const refusals: [object, string, string][] = [
      [{ coins: 0 }, 'coins', 'required'],
      [{ days: 7 }, 'days', 'passes_only'],
      [{ kind: 'weekly', coins: 0 }, 'days', 'required'],
      [{ kind: 'weekly', days: 7 }, 'coins', 'packs_only'],
      [{ kind: 'weekly', days: 7, coins: 0, bonus: 1 }, 'bonus', 'packs_only'],
      [{ code: '300' }, 'code', 'product_exists'],
      [{ prices: [{ amount: 1 }, { currency: 'XQX', amount: 1 }] }, 'prices.1.currency', 'unknown_currency'],
      [{ prices: [{ amount: 1 }, { currency: 'BRL', amount: 1 }] }, 'prices.1.currency', 'same_currency']
    ]
    for (const [change, field, reason] of refusals)
      expect((await add({ ...pack, ...change })).data).toEqual({ fields: [field], reason })
    expect((await report()).some(({ id }) => id.endsWith('_wrong'))).toBe(false)
    const twice = await Promise.all([add({ ...pack, code: 'once' }), add({ ...pack, code: 'once' })])
    expect(twice.map(({ code }) => code).toSorted()).toEqual([200, 4001])
    expect((await save('p_brl_once', { status: 'withdrawn' })).code).toBe(200)
  })

  test('the last pack and the last pass stay on sale, also if two are withdrawn at the same instant', async () => {
    const withdraw = (id: string) => save(id, { status: 'withdrawn' })
    const answers = await Promise.all(['p_brl_weekly', 'p_brl_monthly'].map(withdraw))
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 4001])
    expect(answers.find(({ code }) => code === 4001)?.data).toEqual({ fields: ['status'], reason: 'last_on_sale' })
    const passes = (await report()).filter(({ kind, id }) => kind !== 'coins' && id !== 'p_brl_quarter')
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
