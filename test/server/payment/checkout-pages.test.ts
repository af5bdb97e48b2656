import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { langs } from '../../../contract/protocol/language.js'
import { createDramaSignature } from '../../../server/lib/drama-signature.js'
import { isSigned, type SandboxNotice, signNotice } from '../../../server/modules/payment/sandbox.js'
import { notify, openBuyer } from '../support/buyer.js'
import { balanceOf } from '../support/money.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { engines } from '../support/servers/test-database.js'

const HOUR = 3_600_000

describe.each(engines)('our own checkout on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine })
  })
  afterAll(() => server.close())

  async function begin(product = 'p_brl_600', more: object = {}) {
    const buyer = await openBuyer(server)
    const { order_no } = (await buyer.order(product, more)).data
    const page = async (query = '') => (await server.fetch(`/pay/sandbox/${order_no}${query}`)).text()
    const status = async () => (await buyer.status(order_no)).data.status
    return { ...buyer, order_no, page, state: status, balance: () => balanceOf(server.db, buyer.userId) }
  }

  const heads = {
    pt: ['pt-BR', 'Teste: nenhum dinheiro', 'R$ 19,90', '600 moedas'],
    en: ['en', 'Test: no money', 'R$19.90', '600 coins'],
    es: ['es-419', 'Prueba: no se mueve', 'R$19.90', '600 monedas'],
    'zh-cn': ['zh-Hans', '测试', 'R$19.90', '600金币'],
    'zh-tw': ['zh-Hant', '測試', 'R$19.90', '600金幣']
  } as const
  test.each(langs)('it says in %s what is bought, for how much, and that it is a test', async lang => {
    const { page, order_no } = await begin('p_brl_600', { lang })
    const text = (await page()).replaceAll('\u00a0', ' ')
    for (const part of [...heads[lang], order_no]) expect(text).toContain(part)
  })

  test('it is a page of its own: nothing runs, nothing is loaded, nobody frames it, nobody keeps it', async () => {
    const { order_no, page } = await begin('p_brl_600', { return_url: 'https://a.test/?"><script>alert(1)</script>' })
    const { headers } = await server.fetch(`/pay/sandbox/${order_no}`)
    expect(headers.get('Cache-Control')).toBe('no-store')
    expect(headers.get('Content-Security-Policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/
    )
    const text = `${await page()}${await page('?left=1')}`
    expect(text).not.toMatch(/<script|\son\w+=|style=/)
    expect(await page('?left=1')).toContain('href="https://a.test/?&quot;&gt;&lt;script')
  })

  test('in a frame any page may show it, and the only script is ours, which tells that page how it went', async () => {
    const buyer = await begin('p_brl_600', { return_url: 'https://partner.example/film' })
    const { providers } = (await buyer.get('/store/index')).data
    expect(providers).toEqual([{ id: 'sandbox', is_test: true, embedded: true }])
    const { pay } = (await buyer.status(buyer.order_no)).data
    expect(pay?.embedded_url).toBe(`${pay?.url}?embedded=1`)
    const light = await server.fetch(`${pay?.embedded_url}&theme=light`)
    expect(light.headers.get('Content-Security-Policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors \*$/
    )
    const text = await light.text()
    for (const part of ['data-theme="light"', 'data-state="form"', 'nonce: window.name', 'Aprovar pagamento']) {
      expect(text).toContain(part)
    }
    const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(text) ?? []
    const hash = createHash('sha256').update(script).digest('base64')
    expect(light.headers.get('Content-Security-Policy')).toContain(`'sha256-${hash}'`)
    const answer = await server.fetch(`${pay?.embedded_url}&theme=light`, {
      method: 'POST',
      body: new URLSearchParams({ decision: 'approve' })
    })
    const result = `/pay/sandbox/${buyer.order_no}?embedded=1&theme=light`
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, result])
    const paid = await (await server.fetch(result)).text()
    expect(paid).toContain('data-state="paid"')
    expect(paid).not.toContain('partner.example')
    expect((await buyer.status(buyer.order_no)).data.pay).toBeNull()
  })

  test('approved once, whatever is tapped after; the page says so and leads back by hand', async () => {
    const buyer = await begin('p_brl_600', { return_url: 'https://partner.example:8443/film?x=1', lang: 'en' })
    const answer = await buyer.decide(buyer.order_no, 'approve')
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, `/pay/sandbox/${buyer.order_no}`])
    await Promise.all(['decline', 'approve', 'decline'].map(decision => buyer.decide(buyer.order_no, decision)))
    expect([await buyer.state(), await buyer.balance()]).toEqual(['paid', { coins: 600, bonus: 130 }])
    const text = await buyer.page()
    for (const part of ['Payment approved', 'You can close this page', 'Back to partner.example:8443']) {
      expect(text).toContain(part)
    }
    expect(text).not.toMatch(/http-equiv|<form/)
  })

  test('declined is final; left is open; an hour later nothing is taken', async () => {
    const declined = await begin('p_brl_weekly')
    await declined.decide(declined.order_no, 'decline')
    expect([await declined.state(), await declined.page()]).toEqual(['failed', expect.stringContaining('recusado')])
    const left = await begin('p_brl_weekly')
    const answer = await left.decide(left.order_no, 'leave')
    expect(answer.headers.get('Location')).toBe(`/pay/sandbox/${left.order_no}?left=1`)
    expect([await left.state(), await left.page('?left=1')]).toEqual(['pending', expect.stringContaining('Ainda não')])
    expect(await left.page()).toContain('<form method="post">')
    server.clock.advance(HOUR)
    expect(await left.page()).toContain('Pedido encerrado')
    await left.decide(left.order_no, 'approve')
    expect(await left.state()).toBe('pending')
    for (const path of ['/pay/sandbox/o_nothing', `/pay/stripe/${left.order_no}`]) {
      expect((await server.fetch(path)).status).toBe(404)
    }
    const post = { method: 'POST', body: new URLSearchParams({ decision: 'approve' }) }
    expect((await server.fetch('/pay/sandbox/o_nothing', post)).status).toBe(404)
  })

  test('a notice that was lost is made up for by whoever asks', async () => {
    const buyer = await begin()
    const decided_at = new Date(server.clock.now())
    const { order_no } = buyer
    await server.db.insertInto('sandbox_payments').values({ order_no, decision: 'approved', decided_at }).execute()
    expect([await buyer.state(), await buyer.balance()]).toEqual(['paid', { coins: 600, bonus: 130 }])
  })

  test('notices that nobody has signed, or of other money, give nothing', async () => {
    const { order_no, balance } = await begin()
    const notice: SandboxNotice = { event_id: 'evt_x', order_no, outcome: 'paid', amount: 1990, currency: 'BRL' }
    const now = server.clock.now()
    const secrets = server.config.mediaSecrets
    const send = async (init: { body: string; headers: Record<string, string> }) =>
      (await server.fetch('/store/notify/sandbox', { method: 'POST', ...init })).status
    const good = signNotice(notice, secrets, now)
    expect(await send({ ...good, body: good.body.replace('1990', '1') })).toBe(400)
    expect(await send({ ...good, body: JSON.stringify(notice, null, 1) })).toBe(400)
    expect(await send(signNotice(notice, secrets, now - 400_000))).toBe(400)
    expect(await send(signNotice(notice, ['another secret'], now))).toBe(400)
    expect(await send({ body: good.body, headers: {} })).toBe(400)
    expect(await send(signNotice({ ...notice, amount: 'x' } as never, secrets, now))).toBe(400)
    for (const wrong of [{ amount: 1989 }, { currency: 'USD' }, { order_no: 'o_nothing' }]) {
      expect(await notify(server, { ...notice, event_id: `evt_${JSON.stringify(wrong)}`, ...wrong })).toEqual({
        status: 200,
        text: 'success'
      })
    }
    expect(await balance()).toEqual({ coins: 0, bonus: 0 })
    expect(await send(good)).toBe(200)
    expect(await balance()).toEqual({ coins: 600, bonus: 130 })
  })
})

test('a signature is of these bytes, this secret and this time', () => {
  const now = new Date(1_000_000)
  const header = createDramaSignature('one', 'body', 1_000_000)
  expect(isSigned(header, 'body', ['new', 'one'], now)).toBe(true)
  expect(isSigned(header, 'body', ['one'], new Date(1_300_000))).toBe(true)
  for (const [text, body, secret, at] of [
    [header, 'bodY', 'one', 1_000_000],
    [header, 'body', 'two', 1_000_000],
    [header, 'body', 'one', 1_300_001],
    [header, 'body', 'one', 699_999],
    [header.replace('t=1000000', 't=1000001'), 'body', 'one', 1_000_000],
    [header.slice(0, -1), 'body', 'one', 1_000_000],
    [null, 'body', 'one', 1_000_000]
  ] as const) {
    expect(isSigned(text, body, [secret], new Date(at))).toBe(false)
  }
})
