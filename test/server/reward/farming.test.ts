import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TaskCode } from '../../../contract/task.js'
import { releaseEarnings } from '../../../server/modules/reward/earning/release-job.js'
import { decideOverdue } from '../../../server/modules/reward/review/review-job.js'
import { openAccount, signInByMail } from '../support/accounts.js'
import { type ApiClient, signIn } from '../support/api-client.js'
import { openBuyer } from '../support/buyer.js'
import { balanceOf, expectValidLedger, newKey } from '../support/money.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { OPERATOR_KEY, operate } from '../support/partners.js'
import { claimDailyTasks, earnDailyTasks, keepNewImage, openInvites, submit } from '../support/rewards.js'
import { engines } from '../support/servers/test-database.js'

type Viewer = ApiClient & { userId: string }

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NETWORK_LIMIT = 400
/** Of a network without any proof, at once. */
const NETWORK_BURST = NETWORK_LIMIT * 0.75 * 0.45

let devices = 0

/** Each call is another device. */
function from(address: string) {
  devices += 1
  return { 'X-Forwarded-For': address, 'XX-Device-Id': `device ${devices}` }
}

describe.each(engines)('what farms cannot earn on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    const rewards = { budget: 60_000, perNetwork: NETWORK_LIMIT, telegramUrl: null, telegramBot: null }
    server = await openTestServer({ engine, config: { rewards, trustedProxies: 1, operatorKey: OPERATOR_KEY } })
  })
  afterAll(() => server.close())

  const claim = ({ post }: Viewer, code: TaskCode) => post('/task/claim', { code })
  const release = () => releaseEarnings({ db: server.db, config: server.config, now: new Date(server.clock.now()) })
  const waitingOf = async ({ get }: Viewer) => (await get('/reward/index')).data.pending_bonus

  /** Nine in the morning of another day, in São Paulo. */
  beforeEach(async () => {
    server.clock.advance(2 * DAY - (server.clock.now() % DAY) + 12 * HOUR)
    await sql`update pending_earnings set paid_at = now(), paid_by = 'an earlier test' where paid_at is null`.execute(
      server.db
    )
  })

  const earnTasks = (viewers: readonly Viewer[]) => earnDailyTasks(server, viewers)
  async function earnDay(viewer: Viewer) {
    await earnTasks([viewer])
    return claimDailyTasks(viewer)
  }
  test('thirty visitors of one address earn what a household does, and the rest waits', async () => {
    const viewers: Viewer[] = []
    for (let index = 0; index < 30; index++) viewers.push(await signIn(server, {}, from('203.0.113.9')))
    await earnTasks(viewers)
    let paid = 0
    let waiting = 0
    for (const viewer of viewers) {
      paid += await claimDailyTasks(viewer)
      waiting += await waitingOf(viewer)
    }
    expect(paid).toBeGreaterThanOrEqual(65)
    expect(paid).toBeLessThanOrEqual(NETWORK_BURST)
    expect(paid + waiting).toBe(30 * 65)
  })

  test('a waiting task is claimed once, shown as such, and paid when there is room, oldest first', async () => {
    const viewers = []
    for (let index = 0; index < 8; index++) {
      const viewer = await signIn(server, {}, from(`198.51.100.${index}`))
      const { nonce } = (await viewer.post('/task/start', { code: 'home_15s' })).data
      server.clock.advance(15_000)
      await viewer.post('/task/report', { code: 'home_15s', nonce })
      viewers.push(viewer)
    }
    const { network } = await readEarner(viewers[0] as Viewer)
    await sql`update earning_usage set used = ${NETWORK_BURST} where scope = 'network' and key = ${network}`.execute(
      server.db
    )
    const [first, second] = viewers.slice(1) as [Viewer, Viewer]
    const waiting = await claim(first, 'home_15s')
    expect(waiting.data).toMatchObject({ reward_bonus: 0, balance: { bonus: 0 }, task: { status: 'pending' } })
    expect((await claim(first, 'home_15s')).code).toBe(4407)
    server.clock.advance(1000)
    expect((await claim(second, 'home_15s')).data.task.status).toBe('pending')
    expect(await release()).toBe(0)
    // 300 a day: half an hour has room for 6.
    server.clock.advance(HOUR / 2)
    expect(await release()).toBe(1)
    expect([await waitingOf(first), await waitingOf(second)]).toEqual([0, 5])
    expect((await first.get('/reward/index')).data).toMatchObject({ earned_today: 5 })
    expect(await balanceOf(server.db, first.userId)).toEqual({ coins: 0, bonus: 5 })
    await Promise.all([1, 2, 3].map(release))
    server.clock.advance(HOUR)
    expect(await release()).toBe(1)
    for (const { userId } of [first, second]) await expectValidLedger(server.db, userId)
  })

  test('a waiting task that is too large for the room leaves it to smaller ones of its network', async () => {
    const viewers = [await signIn(server, {}, from('198.51.101.1')), await signIn(server, {}, from('198.51.101.2'))]
    await earnTasks(viewers)
    const [first, second] = viewers as [Viewer, Viewer]
    const { network } = await readEarner(first)
    await sql`update earning_usage set used = ${NETWORK_BURST} where scope = 'network' and key = ${network}`.execute(
      server.db
    )
    for (const code of ['watch_15', 'watch_10'] as const) expect((await claim(first, code)).data.reward_bonus).toBe(0)
    server.clock.advance(1000)
    expect((await claim(second, 'home_15s')).data.reward_bonus).toBe(0)
    // 300 a day: half an hour has room for 6.
    server.clock.advance(HOUR / 2)
    expect(await release()).toBe(1)
    expect([await waitingOf(first), await waitingOf(second)]).toEqual([50, 0])
  })

  async function readEarner(viewer: Viewer): Promise<{ network: string }> {
    await claim(viewer, 'home_15s')
    const { rows } = await sql<{ key: string }>`select key from earning_usage where scope = 'network'
      order by used_at desc limit 1`.execute(server.db)
    return { network: rows[0]?.key ?? '' }
  }

  test('whoever has paid is paid at once, also what waited; a returned payment proves nothing', async () => {
    const viewer = await openBuyer(server)
    const other = await signIn(server, {}, from('192.0.2.7'))
    for (const waiting of [viewer, other]) {
      const row = { day: '2026-01-01', code: 'home_15s', done_at: new Date(0) } as const
      await server.db
        .insertInto('task_states')
        .values({ user_id: waiting.userId, ...row })
        .execute()
      const earner = JSON.stringify({ address: 'a', network: 'full', device: waiting.userId, browser: 'b', lpid: '' })
      await server.db
        .insertInto('pending_earnings')
        .values({
          id: `w_${waiting.userId}`,
          user_id: waiting.userId,
          kind: 'task',
          ref_id: '2026-01-01:home_15s',
          bonus: 5,
          earner,
          created_at: new Date(0),
          tried_at: new Date(0)
        })
        .execute()
    }
    const now = new Date(server.clock.now())
    await sql`insert into earning_usage values ('network', 'full', 1000000, ${now})`.execute(server.db)
    expect(await release()).toBe(0)
    await viewer.buy('p_brl_300')
    expect(await release()).toBe(1)
    expect([await waitingOf(viewer), await waitingOf(other)]).toEqual([0, 5])
  })

  test('many visitors carried into one account bring what one person could have earned', async () => {
    const account = await openAccount(server)
    let carried = 0
    for (let index = 0; index < 6; index++) {
      const farmer = await signIn(server, {}, from(`100.20.${index}.1`))
      expect(await earnDay(farmer)).toBe(65)
      const merged = await signInByMail(server, account.email, farmer)
      carried = (await balanceOf(server.db, merged.userId)).bonus
      await expectValidLedger(server.db, farmer.userId)
    }
    expect(carried).toBe(65)
    const { rows } = await sql<{ held: string }>`select sum(bonus) as held from pending_earnings
      where user_id = ${account.userId} and kind = 'merge' and paid_at is null`.execute(server.db)
    expect(Number(rows[0]?.held)).toBe(5 * 65)
    expect(await release()).toBe(0)
    const init = { headers: { Authorization: OPERATOR_KEY } }
    const { data } = await (await server.fetch('/operator/reward_waiting', init)).json()
    const list: { id: string; bonus: number }[] = data.list
    expect(list.map(({ bonus }) => bonus)).toEqual(Array(5).fill(65))
    const [{ id } = { id: '' }] = list
    expect((await operate(server, 'reward_release', { id })).data).toMatchObject({ user_id: account.userId, bonus: 65 })
    expect((await operate(server, 'reward_release', { id })).code).toBe(4001)
    expect((await balanceOf(server.db, account.userId)).bonus).toBe(130)
    await expectValidLedger(server.db, account.userId)
  })

  test('episodes that many visitors unlock with bonus do not add up in one account', async () => {
    const account = await openAccount(server)
    for (const [index, episode_id] of ['e_rain_3', 'e_gate_2'].entries()) {
      const farmer = await signIn(server, {}, from(`100.21.${index}.1`))
      await earnDay(farmer)
      const unlocked = await farmer.post('/drama/unlock', { episode_id, expect_price: 60 }, newKey())
      expect(unlocked.code).toBe(200)
      await signInByMail(server, account.email, farmer)
    }
    const { rows } = await sql<{ open: string }>`select count(*) as open from unlocks
      where user_id = ${account.userId} and refunded_at is null`.execute(server.db)
    expect(Number(rows[0]?.open)).toBe(1)
    expect((await balanceOf(server.db, account.userId)).bonus).toBeLessThanOrEqual(5)
    await expectValidLedger(server.db, account.userId)
  })

  test('ten small packs of ten visitors bring one first gift into one account, and all bought coins', async () => {
    const account = await openAccount(server)
    for (let index = 0; index < 10; index++) {
      const buyer = await openBuyer(server)
      await buyer.buy('p_brl_300')
      server.clock.advance(HOUR)
      await signInByMail(server, account.email, buyer)
    }
    expect(await balanceOf(server.db, account.userId)).toEqual({ coins: 3000, bonus: 100 })
    await expectValidLedger(server.db, account.userId)
  })

  test('an episode that two visitors unlocked with bonus comes back as bonus', async () => {
    const account = await openAccount(server)
    for (const address of ['100.22.1.1', '100.22.2.1']) {
      const farmer = await signIn(server, {}, from(address))
      await earnDay(farmer)
      await farmer.post('/drama/unlock', { episode_id: 'e_rain_3', expect_price: 60 }, newKey())
      await signInByMail(server, account.email, farmer)
      server.clock.advance(DAY)
    }
    expect(await balanceOf(server.db, account.userId)).toMatchObject({ coins: 0 })
  })

  test('shares that were approved before visitors became one person pay three of a day', async () => {
    const account = await openAccount(server)
    const ids: string[] = []
    let last: Viewer = account
    for (let index = 0; index < 5; index++) {
      const farmer = await signIn(server, {}, from(`100.23.${index}.1`))
      const { data } = await submit(farmer, 'whatsapp', { image_id: await keepNewImage(server, farmer.userId) })
      const { id } = data.submission
      expect((await operate(server, 'reward_review', { id, ok: true })).code).toBe(200)
      ids.push(id)
      last = await signInByMail(server, account.email, farmer)
      server.clock.advance(15 * 60_000)
    }
    const codes = []
    for (const id of ids) codes.push((await last.post('/reward/claim', { id })).code)
    expect(codes).toEqual([200, 200, 200, 4403, 4403])
  })

  test('a line with both internet protocols has no friend of its own', async () => {
    const lines = [1, 2, 3].map(no => [`100.9${no}.1.1`, `2804:9${no}:1:1::5`] as const)
    const sharers: Viewer[] = []
    for (const [line, addresses] of lines.entries()) {
      for (const address of addresses) {
        const sharer = await signIn(server, {}, from(address))
        const friends = lines.flatMap((others, no) => others.filter(other => no !== line || other !== address))
        await invite(sharer, [...friends, '2001:0:5ef5:79fd::1', '10.1.1.1'])
        await submit(sharer, 'whatsapp', { image_id: await keepNewImage(server, sharer.userId) })
        sharers.push(sharer)
      }
    }
    server.clock.advance(HOUR)
    await decide()
    expect((await Promise.all(sharers.map(newest))).map(state => state?.status)).toEqual([0, 0, 0, 0, 0, 0])
    const [, sharer] = sharers
    if (sharer) await invite(sharer, ['2804:94:1:1::5'])
    await decide()
    expect((await Promise.all(sharers.map(newest))).map(state => state?.status)).toEqual([0, 1, 0, 0, 0, 0])
  })

  test('orders raise the limits only where they were made, once they are paid and three days old', async () => {
    const address = '100.24.1.1'
    const visitors: Viewer[] = []
    for (let index = 0; index < 12; index++) visitors.push(await signIn(server, {}, from(address)))
    const orderOf = async (place: string, isPaid: boolean) => {
      const buyer = await openBuyer(server, {}, from(place))
      if (isPaid) await buyer.buy('p_brl_300')
      else await buyer.order('p_brl_300')
    }
    for (let index = 0; index < 6; index++) {
      await orderOf(address, false)
      await orderOf('100.24.9.1', true)
    }
    server.clock.advance(4 * DAY)
    await earnTasks(visitors)
    let paid = 0
    for (const viewer of visitors) paid += await claimDailyTasks(viewer)
    expect(paid).toBeLessThanOrEqual(NETWORK_BURST)
    for (let index = 0; index < 6; index++) await orderOf(address, true)
    expect(await release()).toBe(0)
    server.clock.advance(3 * DAY)
    await release()
    expect(await Promise.all(visitors.map(waitingOf))).toEqual(visitors.map(() => 0))
  })

  test('neither a deleted account nor one device holds up the waiting tasks of its network', async () => {
    const shared = from('100.25.1.1')
    const farm: Viewer[] = []
    for (let index = 0; index < 8; index++) farm.push(await signIn(server, {}, shared))
    const gone = await signIn(server, {}, from('100.25.1.2'))
    const neighbour = await signIn(server, {}, from('100.25.1.3'))
    await earnTasks([...farm, gone, neighbour])
    for (const viewer of farm) await claimDailyTasks(viewer)
    const { rows } = await sql<{ network: string }>`select earner ->> 'network' as network from pending_earnings
      where paid_at is null limit 1`.execute(server.db)
    const network = rows[0]?.network ?? ''
    const now = new Date(server.clock.now())
    await sql`update earning_usage set used = ${NETWORK_BURST}, used_at = ${now}
      where scope in ('network', 'address')`.execute(server.db)
    for (const viewer of [gone, neighbour]) await claimDailyTasks(viewer)
    await sql`update users set deleted_at = ${now} where id = ${gone.userId}`.execute(server.db)
    server.clock.advance(19 * HOUR)
    await sql`update earning_usage set used = ${NETWORK_LIMIT}, used_at = ${new Date(server.clock.now())}
      where scope = 'device'`.execute(server.db)
    await sql`delete from earning_usage where scope = 'device' and key in (select earner ->> 'device'
      from pending_earnings where user_id = ${neighbour.userId})`.execute(server.db)
    await release()
    expect(network).not.toBe('')
    expect(await waitingOf(neighbour)).toBe(0)
  })

  test('bonus that has expired and bought bonus are not withheld', async () => {
    const account = await openAccount(server)
    const early = await signIn(server, {}, from('100.26.1.1'))
    await earnTasks([account, early])
    await claimDailyTasks(early)
    server.clock.advance(40 * DAY)
    const merged = await signInByMail(server, account.email, early)
    expect(merged.merged).toMatchObject({ bonus_held: 0 })
    const buyers = []
    for (const address of ['100.26.2.1', '100.26.3.1']) {
      const buyer = await openBuyer(server, {}, from(address))
      await buyer.buy('p_brl_600')
      buyers.push(buyer)
      await signInByMail(server, account.email, buyer)
      server.clock.advance(HOUR)
    }
    // Two packs with 30 bonus each, and one gift.
    expect(await balanceOf(server.db, account.userId)).toEqual({ coins: 1200, bonus: 160 })
  })

  const decide = () =>
    decideOverdue({
      db: server.db,
      log: { error: () => undefined } as never,
      now: new Date(server.clock.now()),
      reviewer: 'automatic',
      budget: 60_000,
      perNetwork: NETWORK_LIMIT,
      isTelegramChecked: false
    })
  const newest = async ({ get }: Viewer) => (await get('/reward/records')).data.list[0]

  test('D-242 pictures and Telegram names for which nothing speaks wait for an operator instead of being approved', async () => {
    const farmers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => signIn(server, {}, from(`100.30.${index}.1`)))
    )
    for (const [index, farmer] of farmers.entries()) {
      await submit(farmer, 'whatsapp', { image_id: await keepNewImage(server, farmer.userId) })
      await submit(farmer, 'telegram', { telegram_id: `@invented_${engine}_${index}` })
    }
    server.clock.advance(HOUR)
    await decide()
    for (const farmer of farmers) expect(await newest(farmer)).toMatchObject({ status: 0, is_held: true })
  })

  test('friends who open the link from other networks speak for a share, once; the sharer’s own visitors do not', async () => {
    const sharer = await signIn(server, {}, from('100.40.1.1'))
    const { share_code } = (await sharer.get('/reward/index')).data
    await submit(sharer, 'whatsapp', { image_id: await keepNewImage(server, sharer.userId) })
    for (let index = 0; index < 5; index++) await signIn(server, { share: share_code }, from('100.40.1.77'))
    server.clock.advance(HOUR)
    await decide()
    expect(await newest(sharer)).toMatchObject({ status: 0, is_held: true, clicks: 5 })
    for (const address of ['100.41.1.1', '100.42.1.1', '100.42.1.2'])
      await signIn(server, { share: share_code }, from(address))
    await decide()
    expect(await newest(sharer)).toMatchObject({ status: 0 })
    await signIn(server, { share: share_code }, from('100.43.1.1'))
    await decide()
    expect(await newest(sharer)).toMatchObject({ status: 1 })
    await submit(sharer, 'whatsapp', { image_id: await keepNewImage(server, sharer.userId) })
    server.clock.advance(HOUR)
    await decide()
    expect(await newest(sharer)).toMatchObject({ status: 0, is_held: true })
  })

  test('shares of one network stay within its limit, however many friends opened the links', async () => {
    const sharers = []
    for (let index = 0; index < 10; index++) {
      const sharer = await signIn(server, {}, from('100.50.1.1'))
      await submit(sharer, 'facebook', { image_id: await keepNewImage(server, sharer.userId) })
      await openInvites(server, sharer.userId)
      sharers.push(sharer)
    }
    server.clock.advance(HOUR)
    await decide()
    const states = await Promise.all(sharers.map(newest))
    expect(states.filter(state => state?.status === 1)).toHaveLength(Math.floor((NETWORK_BURST * 0.9) / 60))
  })

  /** Friends who open the sharer's link from these addresses. */
  async function invite(sharer: Viewer, addresses: readonly string[]) {
    const { share_code } = (await sharer.get('/reward/index')).data
    for (const address of addresses) await signIn(server, { share: share_code }, from(address))
  }

  test('the people of three networks speak once for the people of another, however many sharers they invite', async () => {
    const friends = ['100.61.1.1', '100.62.1.1', '100.63.1.1']
    const sharers: Viewer[] = []
    for (let index = 0; index < 3; index++) {
      const sharer = await signIn(server, {}, from('100.60.1.1'))
      await invite(sharer, friends)
      await submit(sharer, 'whatsapp', { image_id: await keepNewImage(server, sharer.userId) })
      sharers.push(sharer)
    }
    server.clock.advance(HOUR)
    await decide()
    const statuses = async () => (await Promise.all(sharers.map(newest))).map(state => state?.status)
    expect((await statuses()).toSorted()).toEqual([0, 0, 1])
    server.clock.advance(31 * DAY)
    await decide()
    await decide()
    expect((await statuses()).toSorted()).toEqual([0, 1, 1])
  })

  test('a merged user claims three shares of a day and brings no more along, in whatever time zones the days are', async () => {
    const account = await openAccount(server)
    await signInByMail(server, account.email, await signIn(server, {}, from('100.71.1.1')))
    const zones = ['America/Sao_Paulo', 'Asia/Shanghai']
    const other = await signIn(server, {}, from('100.70.1.1'))
    const claimAllShares = async (viewer: Viewer, own: readonly string[]) => {
      const codes = []
      for (const zone of own) {
        const id: string = `s_zone_${engine}_${viewer.userId}_${codes.length}`
        const now = new Date(server.clock.now())
        await server.db
          .insertInto('reward_submissions')
          .values({
            user_id: viewer.userId,
            id,
            channel: 'whatsapp',
            reward_bonus: 60,
            zone,
            image_id: await keepNewImage(server, viewer.userId),
            created_at: now,
            due_at: now
          })
          .execute()
        await operate(server, 'reward_review', { id, ok: true })
        codes.push((await viewer.post('/reward/claim', { id })).code)
      }
      return codes
    }
    const [home = '', far = ''] = zones
    expect(await claimAllShares(account, [far, far, home, home, home])).toEqual([200, 200, 200, 4403, 4403])
    expect(await claimAllShares(other, [home, home])).toEqual([200, 200])
    const merged = await signInByMail(server, account.email, other)
    expect(merged.merged).toMatchObject({ bonus_held: 120 })
    expect((await balanceOf(server.db, account.userId)).bonus).toBe(180)
  })

  test('tasks of one day that were claimed in two time zones bring one day’s bonus into one account', async () => {
    for (const [lpid, timezone] of [
      [`auckland_${engine}`, 'Pacific/Auckland'],
      [`saopaulo_${engine}`, 'America/Sao_Paulo']
    ] as const) {
      const created_at = new Date(server.clock.now())
      await server.db
        .insertInto('campaigns')
        .values({ lpid, name: lpid, status: 'active', timezone, created_at })
        .execute()
    }
    const account = await openAccount(server)
    const here = await signIn(server, { lpid: `saopaulo_${engine}` }, from('100.80.1.1'))
    const there = await signIn(server, { lpid: `auckland_${engine}` }, from('100.81.1.1'))
    await earnTasks([here, there])
    for (const viewer of [here, there]) {
      expect(await claimDailyTasks(viewer)).toBe(65)
      await signInByMail(server, account.email, viewer)
    }
    const { rows } = await sql<{ days: string }>`select count(distinct day) as days from task_states
      where user_id = ${account.userId}`.execute(server.db)
    expect(Number(rows[0]?.days)).toBe(2)
    expect((await balanceOf(server.db, account.userId)).bonus).toBe(65)
  })

  test('a large reward that has waited for a day is paid with any room, and before new small ones', async () => {
    const neighbour = await signIn(server, {}, from('198.51.102.1'))
    await earnTasks([neighbour])
    const { network } = await readEarner(neighbour)
    const fill = () =>
      sql`update earning_usage set used = ${NETWORK_BURST}, used_at = ${new Date(server.clock.now())}
        where scope = 'network' and key = ${network}`.execute(server.db)
    await fill()
    expect((await claim(neighbour, 'watch_15')).data.reward_bonus).toBe(0)
    // With film of another day it would be paid as that of a viewer who returns.
    await sql`delete from watch_beats where user_id = ${neighbour.userId}`.execute(server.db)
    server.clock.advance(23 * HOUR)
    await fill()
    server.clock.advance(60_000)
    expect(await release()).toBe(0)
    server.clock.advance(HOUR)
    await fill()
    server.clock.advance(60_000)
    const other = await signIn(server, {}, from('198.51.102.2'))
    const { nonce } = (await other.post('/task/start', { code: 'home_15s' })).data
    server.clock.advance(15_000)
    await other.post('/task/report', { code: 'home_15s', nonce })
    expect((await claim(other, 'home_15s')).data.reward_bonus).toBe(0)
    expect(await release()).toBe(1)
    expect([await waitingOf(neighbour), await waitingOf(other)]).toEqual([0, 5])
  })

  test('what waits for the same task of two days and of both users survives a merge', async () => {
    const account = await openAccount(server)
    const [neighbour, visitor] = [
      await signIn(server, {}, from('100.95.1.1')),
      await signIn(server, {}, from('100.95.1.2'))
    ]
    const countHome = async (viewer: Viewer) => {
      const { nonce } = (await viewer.post('/task/start', { code: 'home_15s' })).data
      server.clock.advance(15_000)
      await viewer.post('/task/report', { code: 'home_15s', nonce })
    }
    await countHome(neighbour)
    const { network } = await readEarner(neighbour)
    const waitAtFullNetwork = async () => {
      await countHome(visitor)
      await sql`update earning_usage set used = ${NETWORK_BURST}, used_at = ${new Date(server.clock.now())}
        where scope = 'network' and key = ${network}`.execute(server.db)
      expect((await claim(visitor, 'home_15s')).data.reward_bonus).toBe(0)
    }
    await waitAtFullNetwork()
    server.clock.advance(DAY)
    expect(await release()).toBe(1)
    await waitAtFullNetwork()
    await sql`insert into pending_earnings (id, user_id, kind, ref_id, bonus, earner, created_at, tried_at)
      select ${`w_${engine}_twin`}, ${account.userId}, kind, ref_id, bonus, earner, created_at, tried_at
      from pending_earnings where user_id = ${visitor.userId} and paid_at is null`.execute(server.db)
    expect((await signInByMail(server, account.email, visitor)).userId).toBe(account.userId)
    expect(await waitingOf(account)).toBe(10)
    expect(await balanceOf(server.db, account.userId)).toEqual({ coins: 0, bonus: 5 })
  })

  test('a task that was paid a day late is not taken for another of that day', async () => {
    const account = await openAccount(server)
    const visitor = await signIn(server, {}, from('100.96.1.1'))
    await earnTasks([visitor])
    const { network } = await readEarner(visitor)
    await sql`update earning_usage set used = ${NETWORK_BURST} where scope = 'network' and key = ${network}`.execute(
      server.db
    )
    for (const code of ['watch_5', 'watch_10', 'watch_15'] as const) {
      expect((await claim(visitor, code)).data.reward_bonus).toBe(0)
    }
    server.clock.advance(DAY)
    await earnTasks([account])
    expect(await claimDailyTasks(account)).toBe(65)
    expect(await release()).toBe(3)
    const merged = await signInByMail(server, account.email, visitor)
    expect(merged.merged).toMatchObject({ bonus_held: 0 })
    expect((await balanceOf(server.db, account.userId)).bonus).toBe(130)
  })

  test('shares that a campaign allows one person are all paid, come along, and stay claimable when it ends', async () => {
    const lpid = `channels_${engine}`
    const created_at = new Date(server.clock.now())
    const campaign = { lpid, name: lpid, status: 'active', share_scope: 'channel', created_at } as const
    await server.db.insertInto('campaigns').values(campaign).execute()
    const visitor = await signIn(server, { lpid }, from('100.97.1.1'))
    for (const channel of ['whatsapp', 'facebook'] as const) {
      for (let index = 0; index < 3; index++) {
        const { data } = await submit(visitor, channel, { image_id: await keepNewImage(server, visitor.userId) })
        await operate(server, 'reward_review', { id: data.submission.id, ok: true })
        server.clock.advance(HOUR)
      }
    }
    await sql`update campaigns set status = 'closed' where lpid = ${lpid}`.execute(server.db)
    for (const { id } of (await visitor.get('/reward/records')).data.list) {
      expect((await visitor.post('/reward/claim', { id })).code).toBe(200)
    }
    const account = await openAccount(server)
    const merged = await signInByMail(server, account.email, visitor)
    expect(merged.merged).toMatchObject({ bonus_held: 0, bonus: 360 })
  })

  test('six hundred waiting tasks of a full network do not delay that of another beyond one run', async () => {
    const [farmer, viewer] = [
      await signIn(server, {}, from('100.98.1.1')),
      await signIn(server, {}, from('100.99.1.1'))
    ]
    const now = new Date(server.clock.now())
    await sql`insert into earning_usage values ('network', 'crowded', 1000000, ${now})`.execute(server.db)
    const wait = (count: number, userId: string, network: string, triedAt: Date) => {
      const earner = JSON.stringify({ address: network, network, device: '', browser: '', lpid: '' })
      return sql`insert into pending_earnings (id, user_id, kind, ref_id, bonus, earner, created_at, tried_at)
        select ${`w_${engine}_${network}_`} || no, ${userId}, 'task', 'no day ' || no || ':home_15s', 5, ${earner}::jsonb,
          ${now}, ${triedAt}
        from generate_series(1, ${count}::int) as no`.execute(server.db)
    }
    await wait(600, farmer.userId, 'crowded', new Date(0))
    await wait(1, viewer.userId, 'quiet', new Date(1))
    const task = { user_id: viewer.userId, day: 'no day 1', code: 'home_15s', done_at: now } as const
    await server.db.insertInto('task_states').values(task).execute()
    server.clock.advance(1000)
    await release()
    const { rows } = await sql<{ paid: boolean }>`select paid_at is not null as paid from pending_earnings
      where user_id = ${viewer.userId}`.execute(server.db)
    expect(rows).toEqual([{ paid: true }])
    expect(await waitingOf(farmer)).toBe(3000)
  })
})
