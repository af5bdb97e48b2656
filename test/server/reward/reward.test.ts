import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reviewSubmission } from '../../../server/modules/reward/review/review.js'
import { createApiClient, retryOnBusy, signIn } from '../support/api-client.js'
import { balanceOf, expectValidLedger, newKey } from '../support/money.js'
import { createTestClock, openTestServer, type TestServer } from '../support/open-test-server.js'
import { decideWithin, keepNewImage, openInvites, submit } from '../support/rewards.js'
import { engines, freshDatabase } from '../support/servers/test-database.js'

const SECOND = 1000
const HOUR = 3_600_000
const DAY = 24 * HOUR

type Viewer = Awaited<ReturnType<typeof signIn>>

async function share(server: TestServer, viewer: Viewer, channel: 'whatsapp' | 'facebook' = 'whatsapp') {
  return submit(viewer, channel, { image_id: await keepNewImage(server, viewer.userId) })
}

const reviewing = ({ db, clock }: TestServer, reviewer = 'ana') => ({
  db,
  reviewer,
  now: new Date(clock.now()),
  budget: 60_000,
  log: { error: () => undefined } as never
})

/** Three zones with their clock changes of 2026, if any. Cairo changes at midnight, when a window ends. */
const zones = [
  { zone: 'America/Sao_Paulo', day: '2026-11-21', opens: '11:00', closes: '2026-11-22T03:00:00Z' },
  { zone: 'America/New_York', day: '2026-03-08', opens: '12:00', closes: '2026-03-09T04:00:00Z' },
  { zone: 'America/New_York', day: '2026-11-01', opens: '13:00', closes: '2026-11-02T05:00:00Z' },
  // Clocks go from 23:59:59 to 01:00: the window ends with the day.
  { zone: 'Africa/Cairo', day: '2026-04-23', opens: '06:00', closes: '2026-04-23T22:00:00Z' },
  // Clocks go from 23:59:59 back to 23:00: the window is an hour longer.
  { zone: 'Africa/Cairo', day: '2026-10-29', opens: '05:00', closes: '2026-10-29T22:00:00Z' },
  // Clocks go back in the night before.
  { zone: 'Europe/Lisbon', day: '2026-10-25', opens: '08:00', closes: '2026-10-26T00:00:00Z' },
  { zone: 'Asia/Kathmandu', day: '2026-06-01', opens: '02:15', closes: '2026-06-01T18:15:00Z' }
]

describe('the window', () => {
  let server: TestServer
  const clock = createTestClock()
  const moveTo = (time: number) => clock.advance(time - clock.now())
  beforeAll(async () => {
    server = await openTestServer({ engine: 'pglite', clock })
  })
  afterAll(() => server.close())

  const title =
    'D-133 D-134 D-135 D-136 D-121 D-241 of $day in $zone opens at 08:00:00 and ends at 24:00:00, to the second'
  test.each(zones)(title, async ({ zone, day, opens, closes }) => {
    const [opensAt, closesAt] = [Date.parse(`${day}T${opens}:00Z`), Date.parse(closes)]
    server.config.timezone = zone
    moveTo(opensAt - SECOND)
    const viewer = await signIn(server)
    const state = async () => (await viewer.get('/reward/status', { channel: 'whatsapp' })).data
    const early = await share(server, viewer)
    expect([early.code, early.msg]).toEqual([4401, 'Not available now, post and upload between 08:00 and 24:00'])
    const times = { opens_at: opensAt, closes_at: closesAt, next_at: opensAt, timezone: zone }
    expect(await state()).toMatchObject({ ...times, can_submit: false, code: 4401, reason: early.msg })
    moveTo(opensAt)
    expect((await share(server, viewer)).code).toBe(200)
    moveTo(closesAt - SECOND)
    expect((await share(server, viewer)).code).toBe(200)
    moveTo(closesAt)
    expect((await share(server, viewer)).code).toBe(4401)
    const next = await state()
    expect(next).toMatchObject({ code: 4401, used_today: 0, next_at: next.opens_at })
    expect((next.opens_at ?? 0) - closesAt).toBe(8 * HOUR - (day === '2026-04-23' ? HOUR : 0))
  })
})

describe.each(engines)('shares on %s', engine => {
  let server: TestServer
  // 09:00 in São Paulo.
  const clock = createTestClock(Date.parse('2026-11-21T12:00:00Z'))
  beforeAll(async () => {
    server = await openTestServer({ engine, clock })
  })
  afterAll(() => server.close())
  const nextMorning = () => clock.advance(Date.parse('2026-11-21T12:00:00Z') + DAY * 400 - clock.now())
  const atNine = () => {
    const sinceNine = (clock.now() - Date.parse('2026-11-21T12:00:00Z')) % DAY
    clock.advance(DAY - sinceNine)
  }

  test('D-122 D-244 D-137 D-240 over WhatsApp and Facebook an hour lies between two, three are taken a day, and the fourth says so even within the hour', async () => {
    const viewer = await signIn(server)
    const stateOf = async (channel: 'whatsapp' | 'facebook') => (await viewer.get('/reward/status', { channel })).data
    expect((await viewer.get('/reward/index')).data.rules.share_scope).toBe('all')
    expect((await share(server, viewer)).code).toBe(200)
    clock.advance(HOUR - 1)
    for (const channel of ['whatsapp', 'facebook'] as const) {
      const soon = await share(server, viewer, channel)
      expect([soon.code, soon.msg]).toEqual([4402, 'You can send WhatsApp/Facebook messages again after 1 hour'])
      expect(await stateOf(channel)).toMatchObject({ code: 4402, next_at: clock.now() + 1, used_today: 1 })
    }
    clock.advance(1)
    expect((await share(server, viewer, 'facebook')).code).toBe(200)
    expect((await share(server, viewer)).code).toBe(4402)
    clock.advance(HOUR)
    const third = await share(server, viewer)
    expect(third.data.state).toMatchObject({ used_today: 3, code: 4403, can_submit: false })
    expect(await stateOf('facebook')).toMatchObject({ used_today: 3, code: 4403, can_submit: false })
    clock.advance(HOUR - 1)
    for (const channel of ['whatsapp', 'facebook'] as const) {
      const fourth = await share(server, viewer, channel)
      expect([fourth.code, fourth.msg]).toEqual([4403, 'You uploaded 3 times today, only 3 times per day'])
    }
    atNine()
    expect((await share(server, viewer)).code).toBe(200)
    const id = (await viewer.get('/reward/records')).data.list[0]?.id ?? ''
    await reviewSubmission(reviewing(server), id, { ok: false, reason: 'few_friends', note: null })
    expect((await share(server, viewer)).code).toBe(4402)
    atNine()
  })

  test('D-122 D-240 of two shares sent at once on both channels one is taken', async () => {
    const viewer = await signIn(server)
    const whatsappImage = await keepNewImage(server, viewer.userId)
    const facebookImage = await keepNewImage(server, viewer.userId)
    const client = retryOnBusy(viewer)
    const answers = await Promise.all([
      submit(client, 'whatsapp', { image_id: whatsappImage }),
      submit(client, 'facebook', { image_id: facebookImage })
    ])
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 4402])
  })

  test('D-137 D-240 D-244 with share_scope=channel a campaign gives each channel its own three a day and its own hour', async () => {
    const lpid = `scope-${engine}`
    await server.db
      .insertInto('campaigns')
      .values({
        lpid,
        name: lpid,
        status: 'active',
        theme: '{}',
        start_drama_id: null,
        start_episode_no: null,
        free_episodes_override: null,
        created_at: new Date(clock.now()),
        share_scope: 'channel'
      })
      .execute()
    const viewer = await signIn(server, { lpid })
    const { rules } = (await viewer.get('/reward/index')).data
    expect([rules.share_scope, rules.max_per_day]).toEqual(['channel', 3])
    for (const hour of [0, 1, 2]) {
      if (hour > 0) clock.advance(HOUR)
      expect((await share(server, viewer)).code).toBe(200)
      expect((await share(server, viewer, 'facebook')).code).toBe(200)
    }
    const { shares } = (await viewer.get('/reward/index')).data
    expect([shares.whatsapp.used_today, shares.facebook.used_today]).toEqual([3, 3])
    expect((await share(server, viewer, 'facebook')).code).toBe(4403)
    atNine()
  })

  test('D-129 D-092 D-132 what is missing, not one’s own, too old or used before is refused, in the order of the checks', async () => {
    const [viewer, other] = [await signIn(server), await signIn(server)]
    const missing = await submit(viewer, 'whatsapp', {})
    expect([missing.code, missing.msg]).toEqual([4405, 'Please upload the screenshot'])
    expect((await submit(viewer, 'whatsapp', { image_id: await keepNewImage(server, other.userId) })).code).toBe(4405)
    const old = await keepNewImage(server, viewer.userId)
    clock.advance(DAY)
    expect((await submit(viewer, 'whatsapp', { image_id: old })).code).toBe(4405)
    const image_id = await keepNewImage(server, viewer.userId)
    expect((await submit(viewer, 'whatsapp', { image_id })).code).toBe(200)
    expect((await submit(viewer, 'facebook', { image_id })).code).toBe(4402)
    clock.advance(HOUR)
    expect((await submit(viewer, 'facebook', { image_id })).code).toBe(4406)
  })

  test('D-243 the server says to how many friends a link must go, and who reviews a share can reject it for fewer', async () => {
    const viewer = await signIn(server)
    expect((await viewer.get('/reward/index')).data.rules).toMatchObject({ friends: 20, max_per_day: 3, opens_hour: 8 })
    const { id } = (await share(server, viewer)).data.submission
    await reviewSubmission(reviewing(server), id, { ok: false, reason: 'few_friends', note: null })
    expect((await viewer.get('/reward/index')).data.shares.whatsapp.latest?.reason).toBe('few_friends')
    expect((await viewer.post('/reward/claim', { id })).code).toBe(4408)
  })

  test('the same key gives the first submission, and no second', async () => {
    const viewer = await signIn(server)
    const [image_id, key] = [await keepNewImage(server, viewer.userId), newKey()]
    const [first, again] = [
      await submit(viewer, 'whatsapp', { image_id }, key),
      await submit(viewer, 'whatsapp', { image_id }, key)
    ]
    expect(again.data.submission).toEqual(first.data.submission)
    expect((await viewer.post('/reward/submit', { channel: 'whatsapp', image_id })).code).toBe(4001)
    expect((await viewer.get('/reward/records')).data.list).toHaveLength(1)
  })

  test('D-018 D-093 D-096 D-095 D-120 D-239 an approved share pays 60 once, however many claim it at once', async () => {
    const viewer = await signIn(server)
    const { submission } = (await share(server, viewer)).data
    expect(submission).toMatchObject({ status: 0, reward_bonus: 60, reviewed_by: clock.now() + HOUR })
    expect((await viewer.post('/reward/claim', { id: submission.id })).code).toBe(4408)
    await reviewSubmission(reviewing(server), submission.id, { ok: true })
    const [approved] = (await viewer.get('/reward/records', { channel: 'whatsapp' })).data.list
    expect(approved).toMatchObject({ status: 1, claim_until: clock.now() + 7 * DAY, is_expired: false })
    expect((await (await signIn(server)).post('/reward/claim', { id: submission.id })).code).toBe(4001)
    const claims = Array.from({ length: 20 }, () => retryOnBusy(viewer).post('/reward/claim', { id: submission.id }))
    const codes = (await Promise.all(claims)).map(({ code }) => code)
    expect(codes.filter(code => code === 200)).toHaveLength(1)
    expect(codes.filter(code => code === 4407)).toHaveLength(19)
    expect(await balanceOf(server.db, viewer.userId)).toEqual({ coins: 0, bonus: 60 })
    expect((await viewer.get('/reward/records')).data.list[0]).toMatchObject({ status: 2, claimed_at: clock.now() })
    await expectValidLedger(server.db, viewer.userId)
  })

  test('D-242 what nobody decides within an hour is decided: approved, or rejected for what the checks found', async () => {
    const [viewer, blank] = [await signIn(server), await signIn(server)]
    const { submission } = (await share(server, viewer)).data
    await openInvites(server, viewer.userId)
    const found = (await share(server, blank)).data.submission
    await server.db
      .updateTable('reward_submissions')
      .set({ objection: 'unreadable' })
      .where('id', '=', found.id)
      .execute()
    clock.advance(HOUR - 1)
    await decideWithin(reviewing(server, 'automatic'))
    expect((await viewer.get('/reward/records')).data.list[0]?.status).toBe(0)
    clock.advance(1)
    await Promise.all([1, 2, 3].map(() => decideWithin(reviewing(server, 'automatic'))))
    expect((await viewer.get('/reward/records')).data.list[0]).toMatchObject({ id: submission.id, status: 1 })
    expect((await blank.get('/reward/records')).data.list[0]).toMatchObject({ status: 3, reason: 'unreadable' })
    clock.advance(7 * DAY)
    expect((await viewer.get('/reward/records')).data.list[0]).toMatchObject({ status: 1, is_expired: true })
    expect((await viewer.post('/reward/claim', { id: submission.id })).code).toBe(4408)
    nextMorning()
  })

  test('D-094 D-119 a rejection can be appealed against once, within seven days, and waits for a person', async () => {
    const viewer = await signIn(server)
    const { id } = (await share(server, viewer)).data.submission
    await reviewSubmission(reviewing(server), id, { ok: false, reason: 'old_share', note: 'seen before' })
    const [rejected] = (await viewer.get('/reward/records')).data.list
    expect(rejected).toMatchObject({ status: 3, reason: 'old_share', note: 'seen before', can_appeal: true })
    const appeal = (text = 'it is new') => viewer.post('/reward/appeal', { id, text })
    expect((await appeal()).data.submission).toMatchObject({ status: 0, reason: null, can_appeal: false })
    expect((await appeal()).code).toBe(4001)
    clock.advance(2 * HOUR)
    await decideWithin(reviewing(server, 'automatic'))
    expect((await viewer.get('/reward/records')).data.list[0]?.status).toBe(0)
    await reviewSubmission(reviewing(server), id, { ok: false, reason: 'old_share', note: null })
    expect((await appeal()).code).toBe(4001)
    const late = (await share(server, viewer)).data.submission.id
    await reviewSubmission(reviewing(server), late, { ok: false, reason: 'other', note: null })
    clock.advance(7 * DAY)
    expect((await viewer.post('/reward/appeal', { id: late, text: 'x' })).code).toBe(4001)
  })

  test('what a campaign may give a day without a person ends there, and the log says so loudly', async () => {
    const lpid = `small_${engine}`
    await server.db
      .insertInto('campaigns')
      .values({
        lpid,
        name: 'small',
        status: 'active',
        theme: '{}',
        start_drama_id: null,
        start_episode_no: null,
        free_episodes_override: null,
        created_at: new Date(clock.now()),
        reward_budget: 120
      })
      .execute()
    const viewers = [await signIn(server, { lpid }), await signIn(server, { lpid }), await signIn(server, { lpid })]
    for (const viewer of viewers) {
      await share(server, viewer)
      await openInvites(server, viewer.userId)
    }
    clock.advance(HOUR)
    const alarms: object[] = []
    const log = { error: (alarm: object) => alarms.push(alarm) } as never
    await decideWithin({ ...reviewing(server, 'automatic'), log })
    const states = await Promise.all(
      viewers.map(async ({ get }) => (await get('/reward/records')).data.list[0]?.status)
    )
    expect(states.toSorted()).toEqual([0, 1, 1])
    expect(alarms).toEqual([expect.objectContaining({ lpid, approved: 120, budget: 120 })])
    await server.db.updateTable('campaigns').set({ rewards_enabled: false }).where('lpid', '=', lpid).execute()
    const fresh = await signIn(server, { lpid })
    expect((await share(server, fresh)).code).toBe(4401)
    expect((await fresh.get('/reward/index')).data.shares.facebook).toMatchObject({
      is_enabled: false,
      can_submit: false
    })
  })

  test('an invite link counts every visitor once, and never its owner', async () => {
    const owner = await signIn(server)
    const index = async () => (await owner.get('/reward/index')).data
    const share_code = (await index()).share_code
    expect((await index()).share_code).toBe(share_code)
    await share(server, owner)
    const guest = await signIn(server, { share: share_code })
    await guest.post('/index/visitor_login', { share: share_code })
    await owner.post('/index/visitor_login', { share: share_code })
    await signIn(server, { share: share_code })
    await signIn(server, { share: 'no code at all' })
    expect((await index()).shares.whatsapp.latest?.clicks).toBe(2)
  })

  test('the database keeps submissions from going back, from being claimed unpaid, and from being forgotten', async () => {
    const viewer = await signIn(server)
    const { id } = (await share(server, viewer)).data.submission
    const table = server.db.updateTable('reward_submissions').where('id', '=', id)
    const now = new Date(clock.now())
    await expect(
      table.set({ status: 2, claimed_at: now, paid_to: viewer.userId, claim_until: now }).execute()
    ).rejects.toThrow('does not go from 0 to 2')
    await reviewSubmission(reviewing(server), id, { ok: true })
    await expect(table.set({ status: 0 }).execute()).rejects.toThrow('does not go from 1 to 0')
    await expect(table.set({ status: 2, claimed_at: now, paid_to: viewer.userId }).execute()).rejects.toThrow(
      'not paid'
    )
    await expect(table.set({ reward_bonus: 6000 }).execute()).rejects.toThrow('does not change')
    await expect(server.db.deleteFrom('reward_submissions').where('id', '=', id).execute()).rejects.toThrow('kept')
  })
})

test.runIf(engines.includes('postgres'))(
  '50 submissions at once on two servers give one, and three channels no more than theirs',
  async () => {
    const postgresUrl = await freshDatabase(process.env.TEST_POSTGRES_TEMPLATE)
    const first = await openTestServer({ engine: 'postgres', postgresUrl })
    const second = await openTestServer({ engine: 'postgres', postgresUrl, clock: first.clock })
    const viewer = await signIn(first)
    const images = []
    for (let count = 0; count < 50; count++) images.push(await keepNewImage(first, viewer.userId))
    const clients = [first, second].map(server => retryOnBusy(createApiClient(server, viewer.token)))
    for (const expected of [1, 2, 3, 3]) {
      const answers = await Promise.all(
        images.map((image_id, turn) =>
          (clients[turn % 2] ?? viewer).post('/reward/submit', { channel: 'whatsapp', image_id }, newKey())
        )
      )
      const codes = answers.map(({ code, status }) => (status === 429 ? 429 : code))
      expect(codes.filter(code => code === 200).length).toBe(
        expected === 3 && codes.every(code => code !== 200) ? 0 : 1
      )
      expect((await viewer.get('/reward/records')).data.list).toHaveLength(expected)
      first.clock.advance(HOUR)
    }
    await first.close()
    await second.close()
  }
)
