import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAccount, signInByMail } from '../support/accounts.js'
import { signIn } from '../support/api-client.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { OPERATOR_KEY, operate } from '../support/partners.js'
import { readAllPages } from '../support/read-all-pages.js'
import { engines } from '../support/servers/test-database.js'

describe.each(engines)('feedback and its answers on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine, config: { operatorKey: OPERATOR_KEY } })
  })
  afterAll(() => server.close())

  async function openWriter() {
    const viewer = await signIn(server)
    const write = async (text: string, more: object = {}) => {
      server.clock.advance(720_000)
      return (await viewer.post('/feedback/submit', { kind: 'bug', text, ...more })).data.id as string
    }
    return { ...viewer, write, read: async () => (await viewer.get('/feedback/index')).data }
  }

  const answer = (id: string, text: unknown) => {
    server.clock.advance(1000)
    return operate(server, 'feedback_answer', { id, text })
  }

  async function list(query: Record<string, string> = {}) {
    const response = await server.fetch(`/operator/feedback_list?${new URLSearchParams(query)}`, {
      headers: { Authorization: OPERATOR_KEY }
    })
    return (await response.json()).data
  }

  test('an operator reads open messages, newest first, and answers; the viewer reads the answer, once unread', async () => {
    const writer = await openWriter()
    const first = await writer.write('The sound stops', { order_no: 'o_1', lang: 'es' })
    const second = await writer.write('More of it')
    const open = await list()
    expect(open.list.slice(0, 2)).toMatchObject([
      { id: second, user_id: writer.userId, text: 'More of it', order_no: null, answer: null, answered_at: null },
      { id: first, kind: 'bug', text: 'The sound stops', order_no: 'o_1', lang: 'es', user_agent: expect.any(String) }
    ])
    expect((await writer.get('/user/info')).data.unread_answers).toBe(0)
    expect((await answer(first, '  It plays again. ')).data.feedback).toMatchObject({
      id: first,
      answer: 'It plays again.',
      answered_by: 'operator'
    })
    expect((await list()).list.map(({ id }: { id: string }) => id)).not.toContain(first)
    expect((await list({ status: 'answered' })).list[0]).toMatchObject({ id: first, answer_read_at: null })
    expect((await list({ status: 'all' })).list.slice(0, 2)).toMatchObject([{ id: second }, { id: first }])
    expect((await writer.get('/user/info')).data.unread_answers).toBe(1)
    const seen = await writer.read()
    expect(seen).toMatchObject({ unread: 1, has_more: false })
    expect(seen.list).toMatchObject([
      { id: second, answer: null, is_unread: false },
      { id: first, answer: 'It plays again.', answered_at: server.clock.now(), is_unread: true }
    ])
    expect(JSON.stringify(seen)).not.toContain('answered_by')
    const until = seen.list[1]?.answered_at ?? 0
    expect((await writer.post('/feedback/seen', { ids: [second], until })).data).toEqual({ unread: 1 })
    expect((await writer.post('/feedback/seen', { ids: [second, first], until })).data).toEqual({ unread: 0 })
    expect((await writer.read()).list[1]).toMatchObject({ answer: 'It plays again.', is_unread: false })
    expect((await writer.get('/user/info')).data.unread_answers).toBe(0)
  })

  test('an answer is replaced until the viewer has seen it, then added to; the same one again changes nothing', async () => {
    const writer = await openWriter()
    const id = await writer.write('Where are my coins?')
    await answer(id, 'Thay are back.')
    const shown = (await writer.read()).list[0]?.answered_at ?? 0
    await answer(id, 'They are back.')
    // The viewer has seen only the answer that was replaced.
    expect((await writer.post('/feedback/seen', { ids: [id], until: shown })).data.unread).toBe(1)
    const { list: messages } = await writer.read()
    expect(messages[0]).toMatchObject({ answer: 'They are back.', is_unread: true })
    await writer.post('/feedback/seen', { ids: [id], until: server.clock.now() })
    await answer(id, 'They are back.')
    expect((await writer.read()).list[0]).toMatchObject({ answer: 'They are back.', is_unread: false })
    await answer(id, 'And 20 more.')
    await answer(id, 'And 20 more.')
    expect((await writer.read()).list[0]).toMatchObject({ answer: 'They are back.\n\nAnd 20 more.', is_unread: true })
    for (let count = 0; count < 4; count++) {
      await writer.post('/feedback/seen', { ids: [id], until: server.clock.now() })
      expect((await answer(id, `${count}${'😀'.repeat(1999)}`)).code).toBe(200)
    }
    await writer.post('/feedback/seen', { ids: [id], until: server.clock.now() })
    expect(await answer(id, 'x'.repeat(2000))).toMatchObject({
      code: 4001,
      data: { fields: ['text'], reason: 'too_long' }
    })
  })

  test.each(['', '  ', 'x'.repeat(2001), 'a\0', 7, undefined])('an answer may not be %j', async text => {
    const writer = await openWriter()
    const id = await writer.write('?')
    expect(await answer(id, text)).toMatchObject({ code: 4001, data: { fields: ['text'] } })
    expect((await writer.read()).list[0]?.answer).toBeNull()
  })

  test('an unknown message is refused by its id; the log says who answered which, and not what', async () => {
    expect(await answer('f_none', 'x')).toMatchObject({ data: { fields: ['id'], reason: 'unknown_feedback' } })
    const writer = await openWriter()
    const id = await writer.write('?')
    await answer(id, 'private words')
    const log = await server.db.selectFrom('operator_log').selectAll().where('subject', '=', id).execute()
    expect(log).toMatchObject([{ action: 'feedback_answer', operator: 'operator' }])
    expect(JSON.stringify(log)).not.toContain('private words')
    expect(JSON.stringify(server.logLines)).not.toContain('private words')
  })

  test('pages lead through all messages, the operator’s and the viewer’s', async () => {
    const writer = await openWriter()
    const ids: string[] = []
    for (let no = 0; no < 5; no++) ids.unshift(await writer.write(`message ${no}`))
    const pages = await readAllPages(
      async cursor => (await writer.get('/feedback/index', { page_size: '2', ...cursor })).data
    )
    expect(pages.map(({ id }) => id)).toEqual(ids)
    const listed: string[] = []
    for (let cursor = ''; listed.length < 5; ) {
      const page = await list({ status: 'all', page_size: '2', ...(cursor && { cursor }) })
      listed.push(...page.list.map(({ id }: { id: string }) => id))
      cursor = page.next_cursor
    }
    expect(listed.slice(0, 5)).toEqual(ids)
  })

  test('answers go with a visitor into the account, are in its export, and end with it', async () => {
    const writer = await openWriter()
    const id = await writer.write('my words')
    await answer(id, 'our words')
    const account = await openAccount(server)
    const signed = await signInByMail(server, account.email, writer)
    expect((await signed.get('/feedback/index')).data).toMatchObject({ unread: 1, list: [{ id, answer: 'our words' }] })
    const exported = await (await server.fetch((await signed.get('/user/export')).data.url)).json()
    expect(exported.feedback).toMatchObject([{ id, text: 'my words', answer: 'our words' }])
    expect(exported.feedback[0]).not.toHaveProperty('answered_by')
    await signed.post('/user/delete', { confirm: true })
    expect(await server.db.selectFrom('feedback').select('id').where('id', '=', id).execute()).toEqual([])
  })

  test('a viewer neither reads nor marks what is another’s', async () => {
    const [writer, other] = [await openWriter(), await openWriter()]
    const id = await writer.write('mine')
    await answer(id, 'yours')
    expect(await other.read()).toEqual({ list: [], next_cursor: null, has_more: false, unread: 0 })
    await other.post('/feedback/seen', { ids: [id], until: server.clock.now() })
    expect((await writer.read()).unread).toBe(1)
  })
})
