import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newAddress, signInByMail } from '../support/accounts.js'
import { signIn } from '../support/api-client.js'
import { balanceOf, expectValidLedger, giveCoins, newKey } from '../support/money.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { openSigner } from '../support/partner-tokens.js'
import { OPERATOR_KEY } from '../support/partners.js'
import { engines } from '../support/servers/test-database.js'

describe.each(engines)('episodes that a partner pays for on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine, config: { operatorKey: OPERATOR_KEY } })
  })
  afterAll(() => server.close())

  async function openSponsor(coins: number) {
    const partner = await openSigner(server)
    if (coins > 0) await partner.pay(coins, 'invoice-1')
    const walletUserId = `purse_${partner.id}`
    const sponsored = async () => (await partner.get('sponsored')).data
    return { ...partner, walletUserId, sponsored, coins: async () => (await sponsored()).coins }
  }

  async function openViewer(coins = 0) {
    const visitor = await signIn(server)
    if (coins > 0) await giveCoins(server, visitor.userId, coins)
    const take = (no: number, token: string, key = newKey()) =>
      visitor.post('/drama/unlock_host', { episode_id: `e_rain_${no}`, token }, key)
    const play = async (no: number) => (await visitor.post('/drama/play', { episode_id: `e_rain_${no}` })).code
    return { ...visitor, take, play }
  }

  test('the partner pays, the viewer does not, and earlier episodes may stay locked', async () => {
    const sponsor = await openSponsor(200)
    const viewer = await openViewer(90)
    const { code, data } = await viewer.take(4, sponsor.payingFor(4))
    expect([code, data]).toEqual([
      200,
      {
        unlock: {
          drama_id: 'd_rain',
          episode_id: 'e_rain_4',
          episode_no: 4,
          price: 60,
          coins_paid: 0,
          bonus_paid: 0,
          source: 'host',
          created_at: server.clock.now()
        },
        balance: { coins: 90, bonus: 0 }
      }
    ])
    expect([await viewer.play(4), await viewer.play(3)]).toEqual([200, 4201])
    const { coins, list } = await sponsor.sponsored()
    expect([coins, list]).toEqual([
      140,
      [
        {
          token_id: expect.stringMatching(/^sponsored-/),
          drama_id: 'd_rain',
          episode_no: 4,
          price: 60,
          lpid: null,
          created_at: server.clock.now()
        }
      ]
    ])
    expect(JSON.stringify(list)).not.toContain(viewer.userId)
    for (const user of [viewer.userId, sponsor.walletUserId]) await expectValidLedger(server.db, user)
  })

  test('sent again it answers the same; a token pays once, whoever comes with it', async () => {
    const sponsor = await openSponsor(300)
    const [viewer, other] = [await openViewer(), await openViewer()]
    const token = sponsor.payingFor(3)
    const key = newKey()
    const first = await viewer.take(3, token, key)
    server.clock.advance(3_600_000)
    expect((await viewer.take(3, token, key)).text).toBe(first.text)
    expect((await viewer.take(3, sponsor.payingFor(3))).code).toBe(4205)
    expect((await other.take(3, token)).code).toBe(4501)
    expect(await sponsor.coins()).toBe(240)
  })

  test('20 viewers with one token at once: one of them has the episode, and it is paid once', async () => {
    const sponsor = await openSponsor(600)
    const token = sponsor.payingFor(3)
    const viewers = await Promise.all(Array.from({ length: 20 }, () => openViewer()))
    const codes = await Promise.all(viewers.map(async viewer => (await viewer.take(3, token)).code))
    expect(codes.filter(code => code === 200)).toHaveLength(1)
    expect(codes.filter(code => code === 4501)).toHaveLength(19)
    expect(await sponsor.coins()).toBe(540)
  })

  test('a prepaid wallet pays until it is empty, with many viewers at once', async () => {
    const sponsor = await openSponsor(60 * 3 + 59)
    const viewers = await Promise.all(Array.from({ length: 8 }, () => openViewer()))
    const taken = await Promise.all(viewers.map(async viewer => (await viewer.take(3, sponsor.payingFor(3))).code))
    expect(taken.filter(code => code === 200)).toHaveLength(3)
    expect(taken.filter(code => code === 4210)).toHaveLength(5)
    expect(await sponsor.coins()).toBe(59)
    const played = await Promise.all(viewers.map(viewer => viewer.play(3)))
    expect(played).toEqual(taken.map(code => (code === 200 ? 200 : 4201)))
  })

  test('what does not fit pays nothing: another episode, above its price, no id, no coins, a token for viewers', async () => {
    const sponsor = await openSponsor(100)
    const poor = await openSponsor(0)
    const viewer = await openViewer()
    const codes = [
      await viewer.take(3, sponsor.payingFor(4)),
      await viewer.take(3, sponsor.payingFor(3, { drama_id: 'd_other' })),
      await viewer.take(3, sponsor.payingFor(3, { jti: undefined })),
      await viewer.take(3, sponsor.payingFor(3, { jti: 'short' })),
      await viewer.take(3, sponsor.payingFor(3, { max_price: '60' })),
      await viewer.take(3, sponsor.token({ sub: 'ana' })),
      await viewer.take(3, sponsor.payingFor(3, { exp: 1 })),
      await viewer.take(3, 'x'),
      await viewer.take(3, sponsor.payingFor(3, { max_price: 59 })),
      await viewer.take(3, poor.payingFor(3)),
      await viewer.take(1, sponsor.payingFor(1)),
      await viewer.take(99, sponsor.payingFor(99))
    ].map(({ code }) => code)
    expect(codes).toEqual([4501, 4501, 4501, 4501, 4501, 4501, 4501, 4501, 4202, 4210, 4205, 4204])
    expect([await sponsor.coins(), await viewer.play(3)]).toEqual([100, 4201])
    expect((await viewer.take(3, sponsor.payingFor(3, { max_price: 60 }))).code).toBe(200)
  })

  test('a payment counts once by its reference, and no more goes back than there is', async () => {
    const sponsor = await openSponsor(100)
    expect((await sponsor.pay(100, 'invoice-1')).data).toMatchObject({ is_new: false, coins: 100 })
    expect((await sponsor.pay(50, 'invoice-2')).data).toMatchObject({ is_new: true, coins: 150 })
    expect(await sponsor.pay(-151, 'back-1')).toMatchObject({ code: 4201, data: { coins: 150 } })
    expect((await sponsor.pay(-150, 'back-2')).data).toMatchObject({ is_new: true, coins: 0 })
    expect((await sponsor.pay(-150, 'back-2')).data).toMatchObject({ is_new: false, coins: 0 })
    for (const coins of [0, 1.5, 1e12, '5']) expect((await sponsor.pay(coins as number, 'bad')).code).toBe(4001)
    await expectValidLedger(server.db, sponsor.walletUserId)
  })

  test('what was sponsored comes along into an account, and is no coins there', async () => {
    const sponsor = await openSponsor(200)
    const email = newAddress()
    const first = await openViewer()
    await signInByMail(server, email, first)
    const second = await openViewer()
    await second.take(3, sponsor.payingFor(3))
    const account = await signInByMail(server, email, second)
    expect(account.merged).toMatchObject({ unlocks: 1, coins: 0, coins_back: 0 })
    expect((await account.post('/drama/play', { episode_id: 'e_rain_3' })).code).toBe(200)
    expect(await balanceOf(server.db, account.userId)).toEqual({ coins: 0, bonus: 0 })
  })
})
