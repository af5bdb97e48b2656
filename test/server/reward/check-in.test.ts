import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transaction } from '../../../server/db/transaction.js'
import { mergeVisitor } from '../../../server/modules/account/merge/merge-visitor.js'
import { confirmTime } from '../../../server/modules/clock/trusted-time.js'
import { releaseEarnings } from '../../../server/modules/reward/earning/release-job.js'
import { openAccount, signInByMail } from '../support/accounts.js'
import { type ApiClient, createApiClient, signIn } from '../support/api-client.js'
import { balanceOf, expectValidLedger, newKey } from '../support/money.js'
import { createTestClock, openTestServer, type TestServer } from '../support/open-test-server.js'
import { engines } from '../support/servers/test-database.js'

type Viewer = ApiClient & { userId: string }

const HOUR = 3_600_000
const DAY = 24 * HOUR
const WEEK_BONUS = 30

let devices = 0

/** Each call is another device in another network. */
function fromElsewhere() {
  devices += 1
  return { 'X-Forwarded-For': `100.${devices >> 8}.${devices & 255}.1`, 'XX-Device-Id': `check-in ${devices}` }
}

describe.each(engines)('the daily check-in on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    const rewards = { budget: 60_000, perNetwork: 400, telegramUrl: null, telegramBot: null }
    server = await openTestServer({ engine, config: { rewards, trustedProxies: 1 } })
  })
  afterAll(() => server.close())

  const checkIn = ({ post }: Viewer, headers = {}) => post('/checkin/claim', {}, headers)
  const read = async ({ get }: Viewer) => (await get('/checkin/index')).data
  const visit = (campaign = {}) => signIn(server, campaign, fromElsewhere())
  const expectBonus = async ({ userId }: Viewer, bonus: number) => {
    expect(await balanceOf(server.db, userId)).toEqual({ coins: 0, bonus })
    await expectValidLedger(server.db, userId)
  }
  const statesOf = ({ days }: Awaited<ReturnType<typeof read>>) => days.map(({ status }) => status).join(' ')
  const pendingOf = async ({ get }: Viewer) => (await get('/reward/index')).data.pending_bonus

  async function openCampaign(lpid: string, settings: object) {
    const created_at = new Date(server.clock.now())
    const start = { start_drama_id: null, start_episode_no: null, free_episodes_override: null, theme: '{}' }
    const campaign = { lpid, name: lpid, status: 'active' as const, created_at, ...start, ...settings }
    await server.db.insertInto('campaigns').values(campaign).execute()
    return campaign
  }

  test('seven days in a row pay more and more, and the eighth begins again', async () => {
    const viewer = await visit()
    const fresh = await read(viewer)
    expect(fresh).toMatchObject({ is_enabled: true, streak: 0, is_checked_in: false, today_no: 1 })
    expect(fresh.days.map(({ no, reward_bonus }) => [no, reward_bonus])).toEqual([
      [1, 2],
      [2, 2],
      [3, 3],
      [4, 3],
      [5, 5],
      [6, 5],
      [7, 10]
    ])
    expect(statesOf(fresh)).toBe('today ahead ahead ahead ahead ahead ahead')
    const paid = []
    for (let day = 1; day <= 8; day++) {
      const { data } = await checkIn(viewer)
      paid.push(data.reward_bonus)
      expect(data).toMatchObject({ streak: day, check_in: await read(viewer) })
      expect(data.check_in).toMatchObject({ is_checked_in: true, streak: day, today_no: day === 8 ? 1 : day })
      expect((await checkIn(viewer)).code).toBe(4407)
      if (day === 7) expect(statesOf(data.check_in)).toBe('claimed '.repeat(7).trim())
      server.clock.advance(DAY)
    }
    expect(paid).toEqual([2, 2, 3, 3, 5, 5, 10, 2])
    expect(statesOf(await read(viewer))).toBe('claimed today ahead ahead ahead ahead ahead')
    await expectBonus(viewer, WEEK_BONUS + 2)
    expect((await viewer.get('/reward/index')).data.tasks).toHaveLength(5)
  })

  test('a missed day begins again with the first day', async () => {
    const viewer = await visit()
    for (let day = 0; day < 3; day++) {
      await checkIn(viewer)
      server.clock.advance(DAY)
    }
    expect(await read(viewer)).toMatchObject({ streak: 3, today_no: 4, is_checked_in: false })
    server.clock.advance(DAY)
    expect(await read(viewer)).toMatchObject({ streak: 0, today_no: 1, is_checked_in: false })
    expect((await checkIn(viewer)).data).toMatchObject({ reward_bonus: 2, streak: 1 })
    await expectBonus(viewer, 2 + 2 + 3 + 2)
  })

  test('many taps, two servers and a repeated request check in once', async () => {
    const viewer = await visit()
    const second = await openTestServer({ engine, db: server.db, clock: server.clock, config: server.config })
    try {
      const other = { ...createApiClient(second, viewer.token), userId: viewer.userId }
      const key = newKey()
      const keyed = Array.from({ length: 3 }, () => checkIn(viewer, key))
      const taps = Array.from({ length: 6 }, () => [checkIn(viewer), checkIn(other)]).flat()
      const answers = await Promise.all([...keyed, ...taps])
      const repeated = answers.slice(0, 3).filter(({ code }) => code !== 5000)
      expect(new Set(repeated.map(({ code, data }) => JSON.stringify([code, data]))).size).toBe(1)
      const codes = answers.map(({ code }) => code).filter(code => code !== 5000)
      expect(new Set(codes)).toEqual(new Set([200, 4407]))
      const first = await checkIn(viewer, key)
      expect(first.code).toBe(repeated[0]?.code)
      expect((await checkIn(other, newKey())).code).toBe(4407)
      await expectBonus(viewer, 2)
    } finally {
      await second.close()
    }
  })

  test('with an Idempotency-Key a repeated request gets the first response', async () => {
    const viewer = await visit()
    const key = newKey()
    const first = await checkIn(viewer, key)
    expect(first.data).toMatchObject({ reward_bonus: 2, streak: 1 })
    server.clock.advance(DAY)
    expect(await checkIn(viewer, key)).toMatchObject({ code: 200, data: first.data })
    expect(await read(viewer)).toMatchObject({ streak: 1, is_checked_in: false })
    expect((await checkIn(viewer, { 'Idempotency-Key': 'short' })).code).toBe(4001)
  })

  test('days begin at midnight of the campaign’s zone, also where the clocks change', async () => {
    // In Santiago the clocks go back at the end of 2026-04-04, and forward at the start of 2026-09-06.
    for (const [start, lengths] of [
      ['2026-04-03T12:00:00Z', [25, 24, 24]],
      ['2026-09-04T12:00:00Z', [24, 23, 24]]
    ] as const) {
      const clock = createTestClock(Date.parse(start))
      const own = await openTestServer({ engine, clock })
      try {
        const created_at = new Date(start)
        const start_at = { start_drama_id: null, start_episode_no: null, free_episodes_override: null, theme: '{}' }
        const campaign = { lpid: 'chile', name: 'chile', status: 'active', timezone: 'America/Santiago' } as const
        await own.db
          .insertInto('campaigns')
          .values({ ...campaign, ...start_at, created_at })
          .execute()
        const viewer = await signIn(own, { lpid: 'chile' })
        const found = []
        let begin = (await read(viewer)).ends_at
        for (let streak = 1; streak <= 4; streak++) {
          expect((await checkIn(viewer)).data.streak).toBe(streak)
          const { ends_at } = await read(viewer)
          if (streak > 1) found.push((ends_at - begin) / HOUR)
          begin = ends_at
          clock.advance(ends_at - clock.now() - 1)
          expect((await checkIn(viewer)).code).toBe(4407)
          clock.advance(1)
          expect(await read(viewer)).toMatchObject({ streak, is_checked_in: false })
        }
        expect(found).toEqual(lengths)
      } finally {
        await own.close()
      }
    }
  })

  test('another campaign in another zone gives no second check-in, also with a day behind', async () => {
    const { lpid: east } = await openCampaign('check_in_east', { timezone: 'Pacific/Kiritimati' })
    const { lpid: west } = await openCampaign('check_in_west', { timezone: 'Pacific/Pago_Pago' })
    const viewer = await visit({ lpid: east })
    expect((await checkIn(viewer)).code).toBe(200)
    await viewer.post('/index/visitor_login', { lpid: west })
    expect((await checkIn(viewer)).code).toBe(4407)
    const { ends_at, day } = await read(viewer)
    server.clock.advance(ends_at - server.clock.now())
    const later = await read(viewer)
    expect(later.day <= day).toBe(true)
    expect(later).toMatchObject({ is_checked_in: true, streak: 1 })
    expect((await checkIn(viewer)).code).toBe(4407)
    await expectBonus(viewer, 2)
  })

  test('above a limit the bonus waits, the streak counts, and the release job pays', async () => {
    const headers = fromElsewhere()
    const viewer = await signIn(server, {}, headers)
    const neighbour = await signIn(server, {}, { ...headers, 'XX-Device-Id': 'check-in neighbour' })
    await checkIn(neighbour)
    const now = new Date(server.clock.now())
    await sql`update earning_usage set used = 1000000, used_at = ${now} where scope = 'network'`.execute(server.db)
    const { data } = await checkIn(viewer)
    expect(data).toMatchObject({ reward_bonus: 0, streak: 1, balance: { bonus: 0 }, check_in: { is_checked_in: true } })
    expect(statesOf(data.check_in)).toBe('pending ahead ahead ahead ahead ahead ahead')
    expect((await checkIn(viewer)).code).toBe(4407)
    expect(await pendingOf(viewer)).toBe(2)
    const release = () => releaseEarnings({ db: server.db, config: server.config, now: new Date(server.clock.now()) })
    expect(await release()).toBe(0)
    await sql`update earning_usage set used = 0 where scope = 'network'`.execute(server.db)
    server.clock.advance(DAY)
    expect(await release()).toBe(1)
    const later = await read(viewer)
    expect(later).toMatchObject({ streak: 1, today_no: 2 })
    expect(statesOf(later)).toBe('claimed today ahead ahead ahead ahead ahead')
    expect((await checkIn(viewer)).data.streak).toBe(2)
    await expectBonus(viewer, 4)
  })

  test('a campaign turns check-ins off, alone or with all rewards', async () => {
    for (const settings of [{ checkin_enabled: false }, { rewards_enabled: false }]) {
      const { lpid } = await openCampaign(`off_${Object.keys(settings)[0]}`, settings)
      const viewer = await visit({ lpid })
      expect(await read(viewer)).toMatchObject({ is_enabled: false, streak: 0 })
      expect((await checkIn(viewer)).code).toBe(4401)
      await server.db
        .updateTable('campaigns')
        .set({ checkin_enabled: true, rewards_enabled: true })
        .where('lpid', '=', lpid)
        .execute()
      expect((await checkIn(viewer)).data.reward_bonus).toBe(2)
    }
  })

  test('a clock that is far ahead ends no streak and takes no later day', async () => {
    const viewer = await visit()
    for (let day = 0; day < 2; day++) {
      await checkIn(viewer)
      server.clock.advance(DAY)
    }
    await confirmTime(server.db, new Date(server.clock.now()))
    try {
      server.clock.advance(20 * DAY)
      expect(await read(viewer)).toMatchObject({ streak: 2, is_checked_in: false })
      expect((await checkIn(viewer)).data).toMatchObject({ streak: 3, reward_bonus: 3 })
      expect((await checkIn(viewer)).code).toBe(4407)
      server.clock.advance(-20 * DAY)
      expect(await read(viewer)).toMatchObject({ streak: 3, is_checked_in: true })
      server.clock.advance(-5 * DAY)
      expect((await checkIn(viewer)).code).toBe(4407)
      server.clock.advance(5 * DAY)
      await expectValidLedger(server.db, viewer.userId)
    } finally {
      await sql`delete from clock_guard`.execute(server.db)
    }
  })

  describe('of two users who are one person', () => {
    const merge = (from: Viewer, into: Viewer) =>
      transaction(server.db, trx => {
        const { clock, config } = server
        const random = { bytes: (length: number) => crypto.getRandomValues(Buffer.alloc(length)) }
        const context = { now: new Date(clock.now()), clock, config, random } as never
        return mergeVisitor(trx, { from: from.userId, into: into.userId, context })
      })
    const bonusOf = async ({ userId }: Viewer) => (await balanceOf(server.db, userId)).bonus

    /** `days` says for each day who checks in. Returns how much each got. */
    async function checkInOn(days: readonly (readonly Viewer[])[]) {
      for (const viewers of days) {
        for (const viewer of viewers) expect((await checkIn(viewer)).code).toBe(200)
        server.clock.advance(DAY)
      }
    }

    test('the days of both make one streak', async () => {
      const account = await openAccount(server)
      const visitor = await visit()
      await checkInOn([[account], [visitor], [account], [visitor]])
      const merged = await signInByMail(server, account.email, visitor)
      expect(await read(merged)).toMatchObject({ streak: 4, today_no: 5, is_checked_in: false })
      expect((await checkIn(merged)).data).toMatchObject({ streak: 5, reward_bonus: 5 })
      await expectBonus(merged, 4 * 2 + 5)
      expect(await pendingOf(merged)).toBe(0)
    })

    test('the same day pays once: the visitor’s waits for an operator', async () => {
      const account = await openAccount(server)
      const visitor = await visit()
      await checkInOn([[account, visitor], [account, visitor], [visitor]])
      await merge(visitor, account)
      await expectBonus(account, 2 + 2 + 3)
      expect(await pendingOf(account)).toBe(4)
      expect(await read(account)).toMatchObject({ streak: 3, today_no: 4 })
      await expectValidLedger(server.db, visitor.userId)
    })

    test('bonus that waits gives way to what is paid, and is not paid twice', async () => {
      const account = await openAccount(server)
      const [first, second] = [await visit(), await visit()]
      await checkInOn([[first, second]])
      const earner = JSON.stringify({ address: '', network: '', device: '', browser: '', lpid: '' })
      const { userId } = account
      await sql`insert into task_states (user_id, day, code, done_at)
        select ${userId}, day, code, done_at from task_states where user_id = ${first.userId}`.execute(server.db)
      await sql`insert into pending_earnings (id, user_id, kind, ref_id, bonus, earner, created_at, tried_at)
        select ${`w_${userId}`}, user_id, 'task', day || ':' || code, 2, ${earner}, done_at, done_at
        from task_states where user_id = ${userId}`.execute(server.db)
      await merge(first, account)
      await merge(second, account)
      await releaseEarnings({ db: server.db, config: server.config, now: new Date(server.clock.now()) })
      await expectBonus(account, 2)
      expect(await read(account)).toMatchObject({ streak: 1, today_no: 2 })
    })

    test('seventh days of visitors who began on other days do not add up', async () => {
      const account = await openAccount(server)
      const visitors = [await visit(), await visit(), await visit()]
      const days = Array.from({ length: 9 }, (_, day) => visitors.filter((_, index) => day >= index && day < index + 7))
      await checkInOn(days)
      for (const visitor of visitors) {
        expect(await bonusOf(visitor)).toBe(WEEK_BONUS)
        await merge(visitor, account)
        await expectValidLedger(server.db, visitor.userId)
      }
      // Nine days in a row.
      await expectBonus(account, WEEK_BONUS + 2 + 2)
      expect(await pendingOf(account)).toBe(3 * WEEK_BONUS - (WEEK_BONUS + 2 + 2))
      expect((await checkIn(account)).data).toMatchObject({ streak: 10, reward_bonus: 3 })
    })

    test('ninety visitors who check in for eight days bring what one person could have', async () => {
      const account = await openAccount(server)
      const visitors: Viewer[] = []
      for (let index = 0; index < 90; index++) visitors.push(await visit())
      const days = Array.from({ length: 8 }, (_, day) => visitors.filter((_, index) => (day + index) % 8 !== 7))
      await checkInOn(days)
      for (const visitor of visitors) {
        await merge(visitor, account)
        expect(await bonusOf(account)).toBeLessThanOrEqual(WEEK_BONUS + 2)
      }
      const next = (await checkIn(account)).data
      expect(next).toMatchObject({ streak: 9, reward_bonus: 2 })
      await expectBonus(account, WEEK_BONUS + 2 + 2)
    }, 120_000)
  })
})
