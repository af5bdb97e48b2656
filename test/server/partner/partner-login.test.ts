import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newAddress, openAccount, requestCode } from '../support/accounts.js'
import { createApiClient, signIn } from '../support/api-client.js'
import { expectValidLedger, giveCoins } from '../support/money.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { openPartnerSession, openSigner, sign } from '../support/partner-tokens.js'
import { OPERATOR_KEY, operate } from '../support/partners.js'
import { engines } from '../support/servers/test-database.js'

const MINUTE = 60_000

describe.each(engines)('D-085 sign-in by the word of a partner on %s', engine => {
  let server: TestServer
  let partner: Awaited<ReturnType<typeof openSigner>>
  beforeAll(async () => {
    server = await openTestServer({ engine, config: { operatorKey: OPERATOR_KEY } })
    partner = await openSigner(server)
  })
  afterAll(() => server.close())

  const tokenOf = (sub: string) => partner.token({ sub })

  test('a visitor becomes the account, keeps what they have, and is found again in another browser', async () => {
    const visitor = await signIn(server)
    await giveCoins(server, visitor.userId, 120)
    const first = await openPartnerSession(server, tokenOf('ana'), visitor.token)
    expect(first.answer).toMatchObject({
      code: 200,
      data: { merged: null, user: { id: visitor.userId, kind: 'user', email: null } }
    })
    expect((await visitor.get('/user/info')).code).toBe(999)
    const other = await signIn(server)
    await giveCoins(server, other.userId, 30)
    const second = await openPartnerSession(server, tokenOf('ana'), other.token)
    expect(second.answer.data).toMatchObject({ user: { id: visitor.userId }, merged: { coins: 30, bonus: 0 } })
    expect((await second.get('/user/info')).data.balance).toEqual({ coins: 150, bonus: 0 })
    await expectValidLedger(server.db, visitor.userId)
  })

  test('asked again it moves nothing and the session stays; a lost answer comes again', async () => {
    const { answer, before, token } = await openPartnerSession(server, tokenOf('bea'))
    const again = await openPartnerSession(server, tokenOf('bea'), token)
    expect(again.answer.data).toMatchObject({ token, user: { id: answer.data.user.id }, merged: null })
    const lost = await openPartnerSession(server, tokenOf('bea'), before)
    expect(lost.answer.data.user.id).toBe(answer.data.user.id)
    expect(lost.token).not.toBe(token)
  })

  test('two browsers that are first at once get one account', async () => {
    const opened = await Promise.all(Array.from({ length: 6 }, () => openPartnerSession(server, tokenOf('carla'))))
    expect(opened.map(({ answer }) => answer.code)).toEqual(opened.map(() => 200))
    expect(new Set(opened.map(({ answer }) => answer.data.user.id)).size).toBe(1)
  })

  test('the session ends with the page’s word, also where it names somebody else, and goes on with an old one', async () => {
    const account = await openPartnerSession(server, tokenOf('dora'))
    const without = createApiClient(server, account.token)
    const withPartnerToken = (text: string) => createApiClient(server, account.token, 'device1', { 'XX-Token': text })
    expect((await account.get('/user/info')).code).toBe(200)
    expect((await without.get('/user/info')).code).toBe(999)
    expect((await withPartnerToken(tokenOf('eva')).get('/user/info')).code).toBe(999)
    expect((await withPartnerToken('dora').get('/user/info')).code).toBe(999)
    const otherPartner = await openSigner(server)
    expect((await withPartnerToken(otherPartner.token({ sub: 'dora' })).get('/user/info')).code).toBe(999)
    server.clock.advance(60 * MINUTE)
    expect((await account.get('/user/info')).code).toBe(200)
  })

  test('when the page’s viewer changes the next one gets an account of their own, and nothing of the first', async () => {
    const first = await openPartnerSession(server, tokenOf('fabi'))
    await giveCoins(server, first.answer.data.user.id, 90)
    const second = await openPartnerSession(server, tokenOf('gabi'), first.token)
    expect(second.answer.data.user.id).not.toBe(first.answer.data.user.id)
    expect((await second.get('/user/info')).data.balance.coins).toBe(0)
    const back = await openPartnerSession(server, tokenOf('fabi'), second.token)
    expect((await back.get('/user/info')).data.balance.coins).toBe(90)
  })

  test('who has signed in by mail stays who they are, and an account of a partner may add an address', async () => {
    const account = await openAccount(server)
    const { answer, token } = await openPartnerSession(server, tokenOf('hana'), account.token)
    expect([answer.data.user.id, token]).toEqual([account.userId, account.token])
    const theirs = await openPartnerSession(server, tokenOf('iris'))
    const email = newAddress()
    const code = await requestCode(server, email, theirs)
    const { data } = await theirs.post('/user/email_login', { email, code })
    expect(data.user).toMatchObject({ id: theirs.answer.data.user.id, email })
    expect((await createApiClient(server, data.token).get('/user/info')).code).toBe(200)
  })

  test('the partner is the way back: nobody is asked for another before paying', async () => {
    const visitor = await signIn(server)
    const readWayBack = async ({ get }: Pick<typeof visitor, 'get'>) => {
      const [info, store] = await Promise.all([get('/user/info'), get('/store/index')])
      return [info.data.way_back, store.data.needs_way_back]
    }
    expect(await readWayBack(visitor)).toEqual([{ email: false, recovery_code: false, partner: false }, true])
    const account = await openPartnerSession(server, tokenOf('nina'), visitor.token)
    expect(await readWayBack(account)).toEqual([{ email: false, recovery_code: false, partner: true }, false])
  })

  test('the same id at another partner is somebody else', async () => {
    const one = await openPartnerSession(server, tokenOf('jana'))
    const otherPartner = await openSigner(server)
    const other = await openPartnerSession(server, otherPartner.token({ sub: 'jana' }))
    expect(other.answer.data.user.id).not.toBe(one.answer.data.user.id)
  })

  test('an account that was deleted is begun anew', async () => {
    const account = await openPartnerSession(server, tokenOf('lara'))
    expect((await account.post('/user/delete', { confirm: true })).code).toBe(200)
    const next = await openPartnerSession(server, tokenOf('lara'))
    expect(next.answer.data.user.id).not.toBe(account.answer.data.user.id)
  })

  test('what no partner has signed so is refused with 4501, and nobody is signed in', async () => {
    const { signer } = partner
    const now = Math.floor(server.clock.now() / 1000)
    const good = { sub: 'mona', iat: now, exp: now + 300 }
    const bad = {
      'no token at all': '',
      'no JWT': 'mona',
      'another secret': sign({ ...signer, secret: 'x'.repeat(43) }, good),
      'an unknown key': sign({ ...signer, key_id: 'ps_000000000000' }, good),
      'no algorithm': `${sign(signer, good, { header: { alg: 'none' } })
        .split('.')
        .slice(0, 2)
        .join('.')}.`,
      'another algorithm': sign(signer, good, { header: { alg: 'HS512' }, digest: 'sha512' }),
      'no end': sign(signer, { sub: 'mona', iat: now }),
      'no beginning': sign(signer, { sub: 'mona', exp: now + 300 }),
      'more than ten minutes': sign(signer, { ...good, exp: now + 601 }),
      'long over': sign(signer, { ...good, iat: now - 600, exp: now - 61 }),
      'from the future': sign(signer, { ...good, iat: now + 120, exp: now + 300 }),
      'no viewer': sign(signer, { ...good, sub: undefined }),
      'a viewer without a name': sign(signer, { ...good, sub: '' }),
      'a number for a viewer': sign(signer, { ...good, sub: 7 }),
      'a name without end': sign(signer, { ...good, sub: 'x'.repeat(256) }),
      'a token that pays': sign(signer, { ...good, jti: 'sponsored-x', drama_id: 'd_rain', episode_no: 3 })
    }
    const answers = Object.entries(bad).map(async ([name, text]) => {
      const { answer, get } = await openPartnerSession(server, text)
      return [name, answer.code, (await get('/user/info')).data.user.kind]
    })
    expect(await Promise.all(answers)).toEqual(Object.keys(bad).map(name => [name, 4501, 'visitor']))
    // Clocks may be wrong by one minute.
    const late = await openPartnerSession(server, sign(signer, { ...good, iat: now - 330, exp: now - 30 }))
    expect(late.answer.code).toBe(200)
  })

  test('of three secrets the newest two are good; one that is revoked, and a partner who is, vouch for nobody', async () => {
    const { id, signer: first } = await openSigner(server)
    const another = async () => {
      server.clock.advance(1000)
      return (await operate(server, 'partner_secret', { id })).data
    }
    const [second, third] = [await another(), await another()]
    const now = Math.floor(server.clock.now() / 1000)
    const codes = () =>
      Promise.all(
        [first, second, third].map(async signer => {
          const { answer } = await openPartnerSession(server, sign(signer, { sub: 'nina', iat: now, exp: now + 300 }))
          return answer.code
        })
      )
    expect(await codes()).toEqual([4501, 200, 200])
    await operate(server, 'partner_revoke', { id, key: second.key_id })
    expect(await codes()).toEqual([4501, 4501, 200])
    await operate(server, 'partner_revoke', { id })
    expect(await codes()).toEqual([4501, 4501, 4501])
  })

  test('the export has the partner and no key to its id', async () => {
    const account = await openPartnerSession(server, tokenOf('olga'))
    const { data } = await account.get('/user/export')
    const text = await (await server.fetch(new URL(data.url).pathname)).text()
    expect(JSON.parse(text).partner_identities).toMatchObject([{ partner_id: partner.id }])
    expect(text).not.toContain('subject_hash')
    expect(text).not.toContain(partner.signer.secret)
  })
})
