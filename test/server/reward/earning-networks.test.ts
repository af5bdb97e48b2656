import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteOldEarningNetworks } from '../../../server/modules/reward/earning/earning-networks.js'
import { releaseEarnings } from '../../../server/modules/reward/earning/release-job.js'
import { signIn } from '../support/api-client.js'
import { balanceOf } from '../support/money.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { OPERATOR_KEY, operate } from '../support/partners.js'
import { claimDailyTasks, earnDailyTasks, keepNewImage, submit } from '../support/rewards.js'
import { engines } from '../support/servers/test-database.js'

const DAY = 86_400_000

describe.each(engines)('networks that many people share on %s', engine => {
  let server: TestServer
  let devices = 0
  beforeAll(async () => {
    const rewards = { budget: 60_000, perNetwork: 300, telegramUrl: null, telegramBot: null }
    server = await openTestServer({ engine, config: { rewards, trustedProxies: 1, operatorKey: OPERATOR_KEY } })
    // Nine in the morning in São Paulo.
    server.clock.advance(DAY - (server.clock.now() % DAY) + DAY / 2)
  })
  afterAll(() => server.close())

  async function listNetworks() {
    const init = { headers: { Authorization: OPERATOR_KEY } }
    return (await (await server.fetch('/operator/network_list', init)).json()).data.list
  }
  async function openViewers(count: number, address: string) {
    const viewers = []
    for (let index = 0; index < count; index++) {
      devices += 1
      viewers.push(await signIn(server, {}, { 'X-Forwarded-For': address, 'XX-Device-Id': `device ${devices}` }))
    }
    return viewers
  }
  const release = () => releaseEarnings({ db: server.db, config: server.config, now: new Date(server.clock.now()) })

  test('all people behind a carrier’s address are paid once an operator says how many they are', async () => {
    const viewers = await openViewers(20, '177.10.20.30')
    await earnDailyTasks(server, viewers)
    let paid = 0
    for (const viewer of viewers) paid += await claimDailyTasks(viewer)
    expect(paid).toBeLessThan(300)
    expect(await listNetworks()).toEqual([
      {
        network: expect.stringMatching(/^.{8}$/),
        addresses: '177.10.20.0/24',
        people: null,
        bonus_waiting: 20 * 65 - paid,
        viewers: expect.any(Number),
        devices: expect.any(Number),
        browsers: 1,
        payers: 0,
        waiting_since: new Date(server.clock.now()).toISOString()
      }
    ])
    const set = await operate(server, 'network_set', { address: '177.10.20.0/24', people: 40 })
    expect(set.data).toEqual({ addresses: '177.10.20.0/24', people: 40 })
    // Half of what 40 people earn is for those who return.
    for (let hour = 0; hour < 24; hour++) {
      await release()
      server.clock.advance(DAY / 24)
    }
    for (const { userId } of viewers) expect(await balanceOf(server.db, userId)).toEqual({ coins: 0, bonus: 65 })
    expect(await listNetworks()).toMatchObject([{ people: 40, bonus_waiting: 0, viewers: 0, waiting_since: null }])

    await operate(server, 'network_set', { address: '177.10.20.99', people: 0 })
    expect(await listNetworks()).toEqual([])
  })

  test('IPv6 is counted by its /48, and pictures that wait for a review are listed', async () => {
    const [first, second] = await openViewers(2, '2804:14d:5c87:1::7')
    if (first === undefined || second === undefined) throw new Error('no viewers')
    for (const viewer of [first, second]) {
      await submit(viewer, 'whatsapp', { image_id: await keepNewImage(server, viewer.userId) })
    }
    const expected = { addresses: '2804:14d:5c87::/48', bonus_waiting: 120, viewers: 2, devices: 2 }
    expect(await listNetworks()).toMatchObject([expected])
    const set = await operate(server, 'network_set', { address: '2804:14D:5C87:ffff::1', people: 3 })
    expect(set.data).toEqual({ addresses: '2804:14d:5c87::/48', people: 3 })
    expect(await listNetworks()).toMatchObject([{ ...expected, people: 3 }])
  })

  test.each([
    { address: '300.1.1.1', people: 1, field: 'address' },
    { address: '177.10.0.0/16', people: 1, field: 'address' },
    { address: '2804:14d::/32', people: 1, field: 'address' },
    { address: '', people: 1, field: 'address' },
    { address: '177.10.20.30', people: -1, field: 'people' },
    { address: '177.10.20.30', people: 1.5, field: 'people' }
  ])('refuses $address with $people people', async ({ field, ...body }) => {
    expect(await operate(server, 'network_set', body)).toMatchObject({ code: 4001, data: { fields: [field] } })
  })

  test('addresses of networks are deleted after 30 days, unless an operator has set them', async () => {
    const { data } = await operate(server, 'network_set', { address: '198.51.100.0/24', people: 9 })
    const [viewer] = await openViewers(1, '203.0.113.5')
    if (viewer === undefined) throw new Error('no viewer')
    await submit(viewer, 'whatsapp', { image_id: await keepNewImage(server, viewer.userId) })
    const listed = async () => (await listNetworks()).map(({ addresses }: { addresses: string }) => addresses)
    const now = server.clock.now()
    await deleteOldEarningNetworks(server.db, new Date(now + 29 * DAY))
    expect(await listed()).toContain('203.0.113.0/24')
    await deleteOldEarningNetworks(server.db, new Date(now + 31 * DAY))
    expect(await listed()).not.toContain('203.0.113.0/24')
    expect(await listed()).toContain(data.addresses)
  })
})
