import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemRandom } from '../../../server/lib/random.js'
import { createMissingOwnerToken } from '../../../server/modules/member/member-link.js'
import { addMember, createConsoleClient, readCsrfToken, signInMember } from '../support/console-client.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { engines } from '../support/servers/test-database.js'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

describe.each(engines)('sign-in to the console on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine, config: { isDemo: true }, checkAnswers: true })
  })
  afterAll(() => server.close())

  const makeOwnerToken = () =>
    createMissingOwnerToken(server.db, { random: systemRandom, now: new Date(server.clock.now()) })
  const owner = { email: 'Ana@Example.com ', name: 'Ana' }

  async function readCode(email: string): Promise<string> {
    const answer = await server.fetch(`/demo/mailbox?address=${encodeURIComponent(email)}`)
    const { data } = await answer.json()
    return /\b\d{6}\b/.exec(data.list[0]?.text ?? '')?.[0] ?? ''
  }

  test('the link of the start makes one first owner, also if two people open it at the same instant', async () => {
    const [first, second] = [await makeOwnerToken(), await makeOwnerToken()]
    const tokens = [first, first, second].map(token => token ?? '')
    const clients = tokens.map(() => createConsoleClient(server))
    expect((await createConsoleClient(server).post('link_show', { token: first })).data).toMatchObject({
      email: null,
      role: 'owner'
    })
    const missing = await createConsoleClient(server).post('link_login', { token: first })
    expect(missing.data.fields).toEqual(['email', 'name'])
    const codes = await Promise.all(
      clients.map(
        async (client, no) =>
          (await client.post('link_login', { ...owner, token: tokens[no], email: `${no}${owner.email}` })).code
      )
    )
    expect(codes.toSorted()).toEqual([200, 4501, 4501])
    const members = await server.db.selectFrom('members').select(['email', 'role']).execute()
    expect(members).toEqual([{ email: expect.stringMatching(/^\dana@example\.com$/), role: 'owner' }])
    expect(await makeOwnerToken()).toBeNull()
    for (const token of tokens) {
      expect((await createConsoleClient(server).post('link_show', { token })).code).toBe(4501)
    }
  })

  test('an invitation signs in once, and not after a week', async () => {
    const { token, email } = await addMember(server, { role: 'reviewer' })
    const client = createConsoleClient(server)
    expect((await client.post('link_show', { token })).data).toEqual({
      email,
      name: 'reviewer',
      role: 'reviewer',
      partner_name: null
    })
    const codes = await Promise.all(
      [client, createConsoleClient(server)].map(async one => (await one.post('link_login', { token })).code)
    )
    expect(codes.toSorted()).toEqual([200, 4501])
    const late = await addMember(server, { role: 'reviewer' })
    server.clock.advance(7 * 24 * HOUR_MS)
    expect((await createConsoleClient(server).post('link_login', { token: late.token })).code).toBe(4501)
  })

  test('a code by e-mail signs in once; a stranger gets the same answer and no mail', async () => {
    const { email } = await addMember(server, { role: 'support' })
    const client = createConsoleClient(server)
    const stranger = 'nobody@console.test'
    const answers = [await client.post('code', { email, lang: 'es' }), await client.post('code', { email: stranger })]
    expect(answers.map(({ code, data }) => [code, data])).toEqual([
      [200, { sent: true, retry_after: 60 }],
      [200, { sent: true, retry_after: 60 }]
    ])
    expect(await readCode(stranger)).toBe('')
    const code = await readCode(email)
    expect((await client.post('code_login', { email: email.toUpperCase(), code })).code).toBe(200)
    await readCsrfToken(client)
    expect((await client.get('session')).data.member).toMatchObject({ email, role: 'support' })
    expect((await createConsoleClient(server).post('code_login', { email, code })).code).toBe(4501)
  })

  test('five wrong codes lock an address for 15 minutes, even for the right code, whether a member has it or not', async () => {
    const { email } = await addMember(server, { role: 'support' })
    for (const address of [email, 'stranger@console.test']) {
      const client = createConsoleClient(server)
      await client.post('code', { email: address })
      const right = await readCode(address)
      const wrong = right === '000000' ? '000001' : '000000'
      for (let no = 0; no < 5; no++) {
        expect((await client.post('code_login', { email: address, code: wrong })).code).toBe(4501)
      }
      const locked = await client.post('code_login', { email: address, code: right || wrong })
      expect([locked.status, locked.code, locked.headers.get('Retry-After')]).toEqual([429, 4502, '900'])
      expect((await client.post('code', { email: address })).code).toBe(4502)
    }
    server.clock.advance(15 * MINUTE_MS + 1)
    const client = createConsoleClient(server)
    await client.post('code', { email })
    expect((await client.post('code_login', { email, code: await readCode(email) })).code).toBe(200)
  })

  test('a disabled member has no way in, and loses the open session', async () => {
    const owner = await signInMember(server, { role: 'owner' })
    const { client, id, email } = await signInMember(server, { role: 'editor' })
    const invited = await addMember(server, { role: 'editor' })
    expect((await client.get('operator/campaign_list')).code).toBe(200)
    for (const member of [id, invited.id]) {
      const change = { id: member, name: 'Gone', role: 'editor', is_disabled: true }
      expect((await owner.client.post('operator/member_save', change)).code).toBe(200)
    }
    expect((await client.get('operator/campaign_list')).code).toBe(999)
    expect((await createConsoleClient(server).post('link_login', { token: invited.token })).code).toBe(4501)
    await createConsoleClient(server).post('code', { email })
    expect(await readCode(email)).toBe('')
  })

  test('an answer of no passkey of ours is refused, and a challenge counts once', async () => {
    const client = createConsoleClient(server)
    const { data } = await client.post('passkey_options')
    expect(data).toMatchObject({ rpId: 'drama.test', userVerification: 'required' })
    const response = { id: 'none', type: 'public-key', response: { clientDataJSON: '', signature: 'x' } }
    expect((await client.post('passkey_login', { response })).code).toBe(4501)
    expect((await client.post('passkey_add_options')).code).toBe(999)
  })

  test('without a mailer there is no sign-in by code', async () => {
    const plain = await openTestServer({ engine: 'pglite', config: { isDemo: false } })
    const client = createConsoleClient(plain)
    expect((await client.get('session')).data).toMatchObject({ has_code_sign_in: false, is_demo: false, member: null })
    expect((await client.post('code', { email: 'ana@example.com' })).code).toBe(4503)
    await plain.close()
  })
})
