import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { langs } from '../../../contract/protocol/language.js'
import { createLog } from '../../../server/lib/log.js'
import type { Mail, Mailer } from '../../../server/modules/mail/mailer.js'
import { findNextRun, findNextUnsentRun } from '../../../server/modules/report/mail/next-run.js'
import { RETRY_DELAYS_MS, sendDueReports } from '../../../server/modules/report/mail/send-due-reports.js'
import { fewServerSetups, openServers } from '../support/open-servers.js'
import type { TestServer } from '../support/open-test-server.js'
import { openTestServer } from '../support/open-test-server.js'
import { OPERATOR_KEY, openCampaign, openPartner, operate } from '../support/partners.js'

const HOUR = 3_600_000
const DAY = 24 * HOUR

function createTestMailer() {
  const mails: Mail[] = []
  let behaviour: 'takes' | 'refuses' | 'dies' = 'takes'
  const mailer: Mailer = {
    async send(mail) {
      if (behaviour === 'refuses') throw new Error('550')
      mails.push(mail)
      // Never settles, as in a server that is killed while it waits.
      if (behaviour === 'dies') await new Promise(() => undefined)
    }
  }
  return {
    mails,
    mailer,
    behave(next: typeof behaviour) {
      behaviour = next
    }
  }
}

describe.each(fewServerSetups)('reports by e-mail on %s', kind => {
  let servers: [TestServer, ...TestServer[]]
  let server: TestServer
  beforeAll(async () => {
    servers = await openServers(kind)
    server = servers[0]
    for (const one of servers) Object.assign(one.config, { operatorKey: OPERATOR_KEY })
  })
  afterAll(() => Promise.all(servers.map(one => one.close())))

  const schedule = (change: object = {}) => ({
    recipients: ['One@partner.example', 'two@partner.example'],
    frequency: 'daily',
    hour: 8,
    timezone: 'America/Sao_Paulo',
    lang: 'en',
    ...change
  })

  async function open() {
    const lpid = await openCampaign(server)
    const partner = await openPartner(server, [lpid])
    const facts = Array.from({ length: 3 }, () => ({ lpid, at: new Date(server.clock.now()), kind: 'visit' as const }))
    await server.db.insertInto('report_facts').values(facts).execute()
    return { lpid, partner }
  }
  const toContext = (mailer: Mailer, of: TestServer) => ({
    db: of.db,
    config: of.config,
    log: createLog('silent'),
    mailer
  })
  const runOn = (mailer: Mailer, ...of: TestServer[]) =>
    Promise.all(of.map(one => sendDueReports(toContext(mailer, one), new Date(server.clock.now()))))
  const run = (mailer: Mailer) => runOn(mailer, server, ...servers)

  async function removeSchedules() {
    await server.db.deleteFrom('report_schedules').execute()
  }

  async function save(partner: Awaited<ReturnType<typeof open>>['partner'], change: object = {}) {
    await removeSchedules()
    const { data } = await partner.post('schedule_save', schedule(change))
    return { id: data.id as string, due: Date.parse(data.next_at) }
  }
  const waitUntil = (at: number) => server.clock.advance(at - server.clock.now())

  test('it comes once to each recipient, however many servers run, with rows, total and CSV', async () => {
    const { lpid, partner } = await open()
    const { mails, mailer } = createTestMailer()
    const { due } = await save(partner)
    await run(mailer)
    expect(mails).toEqual([])
    waitUntil(due)
    await run(mailer)
    await run(mailer)
    expect(mails.map(({ to }) => to).sort()).toEqual(['one@partner.example', 'two@partner.example'])
    const [mail] = mails
    expect(mail?.subject).toMatch(/^Report of Ads & Co: \d{4}-\d\d-\d\d$/)
    expect(mail?.html).toContain('Ads &amp; Co')
    expect(mail?.text).toContain('difference 0')
    expect(mail?.attachments?.[0]?.text).toMatch(/^\uFEFFlpid,name,visits/)
    expect(mail?.attachments?.[0]?.text).toContain(`${lpid},"'=Campaign`)
    expect(mail?.text).toContain(' · 3 · ')
    const [listed] = (await partner.get('schedule_list')).data.list
    expect(listed.mails.map((one: { status: string }) => one.status)).toEqual(['sent', 'sent'])
    expect(Date.parse(listed.next_at) - due).toBe(DAY)
  })

  test('a mail that is refused is tried again, without those that were sent, and later given up', async () => {
    const { partner } = await open()
    const { mails, mailer, behave } = createTestMailer()
    const { due, id } = await save(partner)
    waitUntil(due)
    behave('refuses')
    await run(mailer)
    const read = async () => (await partner.get('schedule_list')).data.list[0]
    expect(await read()).toMatchObject({ last_problem: 'not_taken' })
    behave('takes')
    await run(mailer)
    expect(mails).toEqual([])
    server.clock.advance(RETRY_DELAYS_MS[0] ?? 0)
    await run(mailer)
    expect(mails).toHaveLength(2)
    expect(await read()).toMatchObject({ last_problem: null })
    behave('refuses')
    waitUntil(due + DAY)
    await run(mailer)
    for (const delayMs of RETRY_DELAYS_MS) {
      server.clock.advance(delayMs)
      await run(mailer)
    }
    const failed = await read()
    expect(failed.last_problem).toBe('not_taken')
    expect(Date.parse(failed.next_at)).toBe(due + 2 * DAY)
    expect(failed.mails.filter((one: { status: string }) => one.status === 'failed')).toHaveLength(2)
    expect(await partner.post('schedule_delete', { id })).toMatchObject({ code: 200 })
  })

  test('a server that dies while it sends leaves no mail twice: the next goes on with the other recipients', async () => {
    const { partner } = await open()
    const { mails, mailer, behave } = createTestMailer()
    const { due } = await save(partner)
    waitUntil(due)
    behave('dies')
    void runOn(mailer, server)
    await expect.poll(() => mails.length).toBe(1)
    behave('takes')
    await run(mailer)
    expect(mails).toHaveLength(1)
    server.clock.advance(10 * 60_000)
    await run(mailer)
    await run(mailer)
    expect(mails.map(({ to }) => to).sort()).toEqual(['one@partner.example', 'two@partner.example'])
    const [{ mails: listed }] = (await partner.get('schedule_list')).data.list
    expect(listed.map((one: { status: string }) => one.status).sort()).toEqual(['sending', 'sent'])
  })

  test('what is changed, deleted or revoked meanwhile is not sent; a period is not sent again after a change', async () => {
    const { partner } = await open()
    const { mails, mailer } = createTestMailer()
    const { due, id } = await save(partner)
    waitUntil(due)
    await run(mailer)
    expect(mails).toHaveLength(2)
    const changed = await partner.post('schedule_save', schedule({ id, hour: 10 }))
    waitUntil(Date.parse(changed.data.next_at))
    await run(mailer)
    expect(mails).toHaveLength(2)
    server.clock.advance(DAY)
    await operate(server, 'partner_revoke', { id: partner.id })
    await run(mailer)
    expect(mails).toHaveLength(2)
  })

  test('a campaign that was taken away is said, not sent; after an outage only the latest report comes', async () => {
    const { lpid, partner } = await open()
    const { mails, mailer } = createTestMailer()
    const { due } = await save(partner, { lpid, recipients: ['a@b.example'] })
    waitUntil(due + 3 * DAY + HOUR)
    await run(mailer)
    await run(mailer)
    expect(mails).toHaveLength(2)
    await openPartner(server, [lpid])
    waitUntil(due + 4 * DAY)
    await run(mailer)
    expect(mails).toHaveLength(2)
    const [listed] = (await partner.get('schedule_list')).data.list
    expect(listed).toMatchObject({ last_problem: 'unknown_campaign', next_at: new Date(due + 5 * DAY).toISOString() })
  })

  test('only the partner sees, changes and deletes it; wrong fields are named', async () => {
    const { partner } = await open()
    const { partner: other, lpid: foreign } = await open()
    const { id } = await save(partner)
    expect((await other.get('schedule_list')).data.list).toEqual([])
    expect((await other.post('schedule_save', schedule({ id }))).data.reason).toBe('unknown_schedule')
    expect((await other.post('schedule_delete', { id })).data.reason).toBe('unknown_schedule')
    const problem = async (change: object) => (await partner.post('schedule_save', schedule(change))).data
    expect(await problem({ lpid: foreign })).toEqual({ fields: ['lpid'], reason: 'unknown_campaign' })
    expect(await problem({ recipients: [] })).toMatchObject({ fields: ['recipients'] })
    expect(await problem({ recipients: ['ok@a.example', 'no\r\nBcc: x@y.example'] })).toMatchObject({
      fields: ['recipients.1']
    })
    expect(await problem({ timezone: 'Mars/Base' })).toMatchObject({ fields: ['timezone'] })
    expect(await problem({ frequency: 'weekly' })).toEqual({ fields: ['weekday'], reason: 'weekly_only' })
    expect(await problem({ hour: 24 })).toMatchObject({ fields: ['hour'] })
    for (let count = 1; count < 20; count++) expect((await partner.post('schedule_save', schedule())).code).toBe(200)
    expect(await problem({})).toMatchObject({ reason: 'too_many_schedules' })
  })

  test('a weekly report has seven days, in each language, and hostile names stay text', async () => {
    const { lpid, partner } = await open()
    await operate(server, 'campaign_save', { lpid, mode: 'set', name: '<img src=x onerror=alert(1)>' })
    for (const lang of langs) {
      const { mails, mailer } = createTestMailer()
      const { due } = await save(partner, { frequency: 'weekly', weekday: 1, lang, recipients: ['a@b.example'] })
      waitUntil(due)
      expect(new Date(due).getUTCDay()).toBe(1)
      await run(mailer)
      expect(mails[0]?.html).toContain('&lt;img src=x')
      expect(mails[0]?.html).not.toContain('<img')
      const [, from = '', to = ''] = /(\d{4}-\d\d-\d\d) – (\d{4}-\d\d-\d\d)/.exec(mails[0]?.subject ?? '') ?? []
      expect(Date.parse(to) - Date.parse(from)).toBe(6 * DAY)
    }
  })
})

test('without a mail server no report can be scheduled', async () => {
  const server = await openTestServer({ engine: 'pglite', config: { operatorKey: OPERATOR_KEY, isDemo: false } })
  const partner = await openPartner(server, [])
  const body = { recipients: ['a@b.example'], frequency: 'daily', hour: 8, timezone: 'UTC', lang: 'en' }
  expect((await partner.post('schedule_save', body)).data).toEqual({ fields: ['recipients'], reason: 'no_mail' })
  expect((await partner.get('schedule_list')).data).toEqual({ list: [], is_mail_available: false })
  await server.close()
})

test('the hour is local, also when clocks change', () => {
  const daily = { weekday: null, hour: 8, timezone: 'Europe/Berlin' }
  expect(findNextRun(daily, new Date('2026-10-24T07:00:00Z'))).toEqual(new Date('2026-10-25T07:00:00Z'))
  expect(findNextRun(daily, new Date('2026-10-24T05:59:59Z'))).toEqual(new Date('2026-10-24T06:00:00Z'))
  const weekly = { weekday: 7, hour: 0, timezone: 'Asia/Kolkata' }
  expect(findNextRun(weekly, new Date('2026-11-26T12:00:00Z'))).toEqual(new Date('2026-11-28T18:30:00Z'))
  expect(findNextUnsentRun(daily, new Date('2026-11-01T07:00:00Z'), new Date('2026-11-05T09:00:00Z'))).toEqual(
    new Date('2026-11-05T07:00:00Z')
  )
})
