import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signIn } from '../support/api-client.js'
import { balanceOf, expectValidLedger } from '../support/money.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { decideWithin, submit } from '../support/rewards.js'
import { engines } from '../support/servers/test-database.js'

const HOUR = 3_600_000
const TOKEN = '12345:token-of-the-stand-in'

async function openTelegram() {
  const requests: unknown[] = []
  const members: Record<number, object> = {
    11111: { status: 'member' },
    22222: { status: 'left' },
    33333: { status: 'restricted', is_member: true },
    44444: { status: 'kicked' }
  }
  const app = new Hono().post(`/bot${TOKEN}/getChatMember`, async context => {
    const body = await context.req.json()
    requests.push(body)
    const result = members[body.user_id]
    return result === undefined
      ? context.json({ ok: false, error_code: 400, description: 'Bad Request: user not found' }, 400)
      : context.json({ ok: true, result })
  })
  const server = await new Promise<ReturnType<typeof serve>>(resolve => {
    const opened = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(opened))
  })
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return { requests, apiBase: `http://127.0.0.1:${port}`, close: () => server.close() }
}

describe.each(engines)('telegram on %s', engine => {
  let server: TestServer
  let telegram: Awaited<ReturnType<typeof openTelegram>>
  beforeAll(async () => {
    telegram = await openTelegram()
    const telegramBot = { token: TOKEN, channel: '@drama_channel', apiBase: telegram.apiBase }
    const rewards = { budget: 60_000, perNetwork: 1_000_000, telegramUrl: 'https://t.me/drama_channel', telegramBot }
    server = await openTestServer({ engine, config: { rewards } })
  })
  afterAll(async () => {
    await server.close()
    telegram.close()
  })

  const join = async (telegram_id?: string, viewer?: Awaited<ReturnType<typeof signIn>>) =>
    submit(viewer ?? (await signIn(server)), 'telegram', telegram_id === undefined ? {} : { telegram_id })

  test('D-127 D-128 D-097 an id must be entered, blanks are none, and it must be one', async () => {
    for (const empty of [undefined, '', ' \t\n']) {
      const { code, msg } = await join(empty)
      expect([code, msg]).toEqual([4404, 'Please enter the telegram ID'])
    }
    for (const wrong of [
      '@abc',
      '1234',
      'with space',
      '<b>name</b>',
      'a'.repeat(33),
      '-10012',
      '@-1001234567',
      '011111'
    ]) {
      expect((await join(wrong)).code).toBe(4001)
    }
    const viewer = await signIn(server)
    const { data } = await join('  Some_Name1 ', viewer)
    expect(data.submission).toMatchObject({ telegram_id: '@Some_Name1', status: 0, channel: 'telegram' })
    expect(data.state).toMatchObject({ code: 4407, can_submit: false, next_at: null, opens_at: null })
    expect(telegram.requests).toEqual([])
    expect((await viewer.get('/reward/index')).data.telegram_url).toBe('https://t.me/drama_channel')
    expect(server.logLines.join('')).not.toContain(TOKEN)
  })

  test('one id is rewarded once overall, and one account once; a second account on it is refused', async () => {
    const viewer = await signIn(server)
    const { submission } = (await join('11111', viewer)).data
    expect(submission).toMatchObject({ status: 1 })
    expect(telegram.requests).toContainEqual({ chat_id: '@drama_channel', user_id: 11111 })
    expect((await join('11111')).code).toBe(4407)
    expect((await join('33333', viewer)).code).toBe(4407)
    expect((await viewer.post('/reward/claim', { id: submission.id })).data.reward_bonus).toBe(60)
    expect(await balanceOf(server.db, viewer.userId)).toEqual({ coins: 0, bonus: 60 })
    await expectValidLedger(server.db, viewer.userId)
    expect((await join('@One_Name')).code).toBe(200)
    expect((await join('one_name')).code).toBe(4407)
    const rush = await Promise.all(Array.from({ length: 10 }, () => join('@rush_hour')))
    expect(rush.filter(({ code }) => code === 200)).toHaveLength(1)
  })

  test('who is not in the channel is rejected at once and may try again; who cannot be asked about waits for a person', async () => {
    const viewer = await signIn(server)
    expect((await join('22222', viewer)).data.submission).toMatchObject({ status: 3, reason: 'not_member' })
    expect((await join('44444')).data.submission).toMatchObject({ status: 3, reason: 'not_member' })
    expect((await join('33333', viewer)).data.submission).toMatchObject({ status: 1 })
    const unknown = await signIn(server)
    expect((await join('99999', unknown)).data.submission).toMatchObject({ status: 0 })
    server.clock.advance(HOUR)
    const now = new Date(server.clock.now())
    await decideWithin({ db: server.db, log: {} as never, now, reviewer: 'automatic', budget: 60_000 })
    expect((await unknown.get('/reward/records')).data.list[0]).toMatchObject({ status: 3, reason: 'not_member' })
  })
})
