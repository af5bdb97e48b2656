import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signIn } from '../support/api-client.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'

describe.each(['pglite', 'postgres'] as const)('profile and feedback on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine })
  })
  afterAll(() => server.close())

  test.each(['Ana', '  Ana Maria ', '龍', 'Zoë 🌙', '<b>x</b>', "'; drop table users; --", '👩‍👩‍👧', 'x'.repeat(32)])(
    'a name may be %j',
    async nickname => {
      const visitor = await signIn(server)
      const { data } = await visitor.post('/user/profile', { nickname })
      expect(data.user.nickname).toBe(nickname.trim())
      expect((await visitor.get('/user/info')).data.user.nickname).toBe(nickname.trim())
    }
  )

  const names = ['', '  ', 'x'.repeat(33), 'a\0b', 'a\nb', '\u202eabc', 'a\u200fb', 'a\ud800b', ['Ana'], 1, null, {}]
  test.each(names)('a name may not be %j', async nickname => {
    const visitor = await signIn(server)
    expect(await visitor.post('/user/profile', { nickname })).toMatchObject({
      code: 4001,
      data: { fields: ['nickname'] }
    })
  })

  test('the language is one of five; what is not given stays', async () => {
    const visitor = await signIn(server)
    await visitor.post('/user/profile', { nickname: 'Ana' })
    expect((await visitor.post('/user/profile', { locale: 'zh-tw' })).data.user).toMatchObject({
      nickname: 'Ana',
      locale: 'zh-tw'
    })
    expect((await visitor.post('/user/profile', { locale: 'xx' })).code).toBe(4001)
    expect((await visitor.post('/user/profile', {})).code).toBe(4001)
    expect((await visitor.post('/user/profile', { coins: 5, kind: 'user', nickname: 'Bia' })).data.user).toMatchObject({
      nickname: 'Bia',
      kind: 'visitor'
    })
  })

  test('feedback is kept with who wrote it, in the words it was written in', async () => {
    const visitor = await signIn(server)
    const text = '  O áudio 🎧 falha <b>aqui</b>\ne aqui \u202e!  '
    const { data } = await visitor.post('/feedback/submit', { kind: 'bug', text, order_no: 'o_1', lang: 'es' })
    const rows = await server.db.selectFrom('feedback').selectAll().where('user_id', '=', visitor.userId).execute()
    expect(rows).toMatchObject([{ id: data.id, kind: 'bug', text: text.trim(), order_no: 'o_1', lang: 'es' }])
  })

  test('half a character is kept as a replacement', async () => {
    const visitor = await signIn(server)
    expect((await visitor.post('/feedback/submit', { kind: 'idea', text: 'a\ud800' })).code).toBe(200)
    const row = server.db.selectFrom('feedback').select('text').where('user_id', '=', visitor.userId)
    expect((await row.executeTakeFirst())?.text).toBe('a\ufffd')
  })

  const wrong = [
    { kind: 'bug' },
    { kind: 'bug', text: ' ' },
    { kind: 'bug', text: 'x'.repeat(2001) },
    { kind: 'bug', text: 'a\0' },
    { kind: 'x', text: 'a' },
    { kind: 'bug', text: ['a'] },
    { kind: 'bug', text: 'a', order_no: "' or 1=1" }
  ]
  test.each(wrong)('feedback that says nothing or too much answers 4001: %#', async body => {
    expect((await (await signIn(server)).post('/feedback/submit', body)).code).toBe(4001)
  })

  test('after five messages an hour a viewer waits, others do not', async () => {
    const [visitor, other] = [await signIn(server), await signIn(server)]
    const send = (sender = visitor) => sender.post('/feedback/submit', { kind: 'other', text: 'x'.repeat(2000) })
    for (let no = 1; no <= 5; no++) expect((await send()).code).toBe(200)
    const refused = await send()
    expect([refused.status, refused.code, refused.msg]).toEqual([429, 4502, 'Too many attempts'])
    expect(refused.headers.get('Retry-After')).toBe('720')
    expect((await send(other)).code).toBe(200)
    server.clock.advance(720_000)
    expect((await send()).code).toBe(200)
  })
})
