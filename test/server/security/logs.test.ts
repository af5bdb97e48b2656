import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEmailCode } from '../support/accounts.js'
import { createApiClient, signIn } from '../support/api-client.js'
import { giveCoins, newKey } from '../support/money.js'
import { OPERATOR_KEY } from '../support/partners.js'
import { drawChat, sendImage } from '../support/rewards.js'
import { openPopulatedServer, type PopulatedServer } from './populated-server.js'

const EMAIL = 'ana.secret@mail.test'
const DEVICE_SECRET = 'device-secret-of-this-test-0123456789abcdef'
const stripe = {
  secretKey: 'sk_test_secretOfThisTest',
  webhookSecret: 'whsec_secretOfThisTest',
  apiBase: 'http://127.0.0.1:1',
  methods: ['card'],
  publishableKey: null
}
const BOT = { token: '12345:secretOfTheBot', channel: '@drama', apiBase: 'http://127.0.0.1:1' }

let populated: PopulatedServer
beforeAll(async () => {
  populated = await openPopulatedServer({
    payments: { providers: ['sandbox', 'stripe'], stripe, sandboxPlace: 'tab' },
    rewards: { budget: 60_000, perNetwork: 1_000_000, telegramUrl: null, telegramBot: BOT }
  })
})
afterAll(() => populated.close())

test('no log line and no database row contains a secret, a token, a code or an e-mail address, except users.email', async () => {
  const { server, ownedObjects } = populated
  const secrets = new Map<string, string>()
  const keep = (name: string, secret: string | null | undefined) => {
    expect(secret, name).toMatch(/^.{6,}$/)
    secrets.set(name, secret ?? '')
  }
  const first = await signIn(server, { device_secret: DEVICE_SECRET })
  keep('device secret', DEVICE_SECRET)
  keep('token', first.token)
  await giveCoins(server, first.userId, 500)
  await first.post('/drama/unlock', { episode_id: 'e_rain_3', expect_price: 60 }, newKey())
  const play = (await first.post('/drama/play', { episode_id: 'e_rain_1' })).data
  const address = new URL(play.sources[0]?.url ?? '').pathname
  const ticket = address.split('/')[2] ?? ''
  keep('ticket', ticket)
  for (const path of [address, `${address}x`, `/m//${ticket}/x`, `//m/${ticket}/x`, `/m/${ticket}`, `/x/m/${ticket}`]) {
    await server.fetch(path)
    await server.fetch(path, { method: 'POST' })
  }
  await first.post('/user/email_code', { email: EMAIL })
  const code = await readEmailCode(server, EMAIL)
  keep('code', code)
  keep('address', EMAIL)
  await first.post('/user/email_login', { email: EMAIL, code: '000000' })
  const account = createApiClient(server, (await first.post('/user/email_login', { email: EMAIL, code })).data.token)
  keep('token of the account', account.token)
  const recovery = (await account.post('/user/recovery_code')).data.code
  keep('recovery code', recovery)
  await first.post('/user/recover', { code: `${recovery}X` })
  const exported = new URL((await account.get('/user/export')).data.url).pathname
  keep('export ticket', exported.split('/')[2])
  for (const path of [exported, `${exported}x`, exported.replace('/exports/', '/exports//')]) await server.fetch(path)
  const order = { product_id: 'p_brl_300', provider: 'stripe' } as const
  expect((await account.post('/store/order', order, newKey())).code).toBe(5000)
  await server.fetch('/store/notify/stripe', {
    method: 'POST',
    body: '{}',
    headers: { 'Stripe-Signature': 't=1,v1=signatureOfThisTest' }
  })
  keep('signature', 'signatureOfThisTest')
  await server.fetch(`/pay/sandbox/${ownedObjects.order}`, { method: 'POST', body: 'decision=approve' })
  await sendImage(server, account.token, await drawChat(1))
  await account.post('/reward/submit', { channel: 'telegram', telegram_id: '777777' }, newKey())
  for (const key of [OPERATOR_KEY, 'a wrong key of an operator']) {
    await server.fetch('/operator/log', { headers: { Authorization: `Bearer ${key}` } })
    keep(key, key)
  }
  await failEverywhere(account, { email: EMAIL, code, recovery })
  for (const [name, secret] of Object.entries({ ...stripe, bot: BOT.token })) {
    if (typeof secret === 'string' && name !== 'apiBase') keep(name, secret)
  }
  for (const [index, secret] of [...server.config.mediaSecrets, server.config.accountSecret].entries()) {
    keep(`secret ${index}`, secret)
  }

  const lines = server.logLines.join('')
  expect(lines).toContain('"level":50')
  expect(lines).toContain('/m/-')
  for (const [name, secret] of secrets) expect(lines.includes(secret), `${name} in the log`).toBe(false)
  for (const text of await everyRow(server.db)) {
    for (const [name, secret] of secrets) {
      if (name !== 'address') expect(text.includes(secret), `${name} in ${text.slice(0, 300)}`).toBe(false)
    }
  }
  const holders = (await everyRow(server.db)).filter(text => text.includes(EMAIL))
  expect(holders.map(text => text.slice(0, text.indexOf(' ')))).toEqual(['users'])
})

/** Calls every kind of route without its table, because unexpected errors may quote the request. */
async function failEverywhere(
  viewer: ReturnType<typeof createApiClient>,
  { email, code, recovery }: { email: string; code: string; recovery: string }
): Promise<void> {
  const { db } = populated.server
  const calls: [string, () => Promise<{ status: number }>][] = [
    ['sessions', () => viewer.get('/user/info')],
    [
      'device_secrets',
      () => createApiClient(populated.server).post('/index/visitor_login', { device_secret: DEVICE_SECRET })
    ],
    ['email_codes', () => viewer.post('/user/email_login', { email, code })],
    ['users', () => viewer.post('/user/recover', { code: recovery })],
    ['idempotent_answers', () => viewer.post('/drama/unlock', { episode_id: 'e_rain_4', expect_price: 60 }, newKey())],
    ['feedback', () => viewer.post('/feedback/submit', { kind: 'bug', text: email })]
  ]
  for (const [table, call] of calls) {
    await db.schema.alterTable(table).renameTo(`${table}_away`).execute()
    const { status } = await call()
    await db.schema.alterTable(`${table}_away`).renameTo(table).execute()
    expect([table, status]).toEqual([table, 500])
  }
}

async function everyRow(db: PopulatedServer['server']['db']): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db)
  const all = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql<{
        text: string
      }>`select row_to_json(t)::text as text from ${sql.table(name)} t`.execute(db)
      return rows.map(({ text }) => `${name} ${text}`)
    })
  )
  return all.flat()
}
