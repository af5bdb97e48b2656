import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RequestContext } from '../../../server/http/request-context.js'
import type { ReviewContext } from '../../../server/modules/reward/review/review.js'
import { reviewTelegramMember } from '../../../server/modules/reward/review/telegram-review.js'
import { signIn } from '../support/api-client.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { decideWithin, keepNewImage, openInvites, submit } from '../support/rewards.js'
import { engines } from '../support/servers/test-database.js'

const HOUR = 3_600_000

describe.each(engines)('the budget of rewards on %s', engine => {
  let server: TestServer
  const alarms: object[] = []
  beforeAll(async () => {
    server = await openTestServer({ engine })
  })
  afterAll(() => server.close())

  const reviewing = (budget: number): ReviewContext => ({
    db: server.db,
    budget,
    reviewer: 'automatic',
    now: new Date(server.clock.now()),
    log: { error: (alarm: object) => alarms.push(alarm) } as never
  })
  const newest = async (viewer: Awaited<ReturnType<typeof signIn>>) =>
    (await viewer.get('/reward/records')).data.list[0]

  test('campaigns that nobody has made share one budget: each made-up id would bring its own', async () => {
    const lpids = [undefined, 'made_up_1', 'made_up_2', 'made_up_3']
    const viewers = await Promise.all(lpids.map(lpid => signIn(server, { lpid })))
    for (const viewer of viewers) {
      await submit(viewer, 'whatsapp', { image_id: await keepNewImage(server, viewer.userId) })
      await openInvites(server, viewer.userId)
    }
    server.clock.advance(HOUR)
    await decideWithin(reviewing(120))
    const states = await Promise.all(viewers.map(async viewer => (await newest(viewer))?.status))
    expect(states.toSorted()).toEqual([0, 0, 1, 1])
    expect(alarms).toEqual([expect.objectContaining({ approved: 120, budget: 120 })])
    const held = await Promise.all(viewers.map(newest))
    expect(held.filter(row => row?.is_held).map(row => row?.status)).toEqual([0, 0])
  })

  test('a review that has its hour, and an appeal, are not held back', async () => {
    const viewer = await signIn(server)
    await submit(viewer, 'facebook', { image_id: await keepNewImage(server, viewer.userId) })
    expect(await newest(viewer)).toMatchObject({ status: 0, is_held: false })
    const { id } = (await newest(viewer)) ?? { id: '' }
    const now = new Date(server.clock.now())
    await server.db
      .updateTable('reward_submissions')
      .set({ status: 3, reason: 'other', reviewed_at: now, reviewer: 'ana' })
      .where('id', '=', id)
      .execute()
    await viewer.post('/reward/appeal', { id, text: 'Please look again' })
    expect(await newest(viewer)).toMatchObject({ status: 0, is_held: false })
  })

  test('who hands in what the budget will not hold is told so at once, and gets an hour where it will', async () => {
    const DAY = 24 * HOUR
    // 22:59 in Tokyo, so a review an hour later is still on the same day.
    server.clock.advance((13 * HOUR + 59 * 60_000 + DAY - (server.clock.now() % DAY)) % DAY)
    const lpid = `held_${server.clock.now()}`
    const campaign = { lpid, name: 'held', status: 'active', timezone: 'Asia/Tokyo', reward_budget: 120 } as const
    await server.db
      .insertInto('campaigns')
      .values({ ...campaign, created_at: new Date(server.clock.now()) })
      .execute()
    const submitImage = async () => {
      const viewer = await signIn(server, { lpid })
      const { submission, state } = (
        await submit(viewer, 'whatsapp', { image_id: await keepNewImage(server, viewer.userId) })
      ).data
      expect(state.latest).toEqual(submission)
      await openInvites(server, viewer.userId)
      return { viewer, submission }
    }
    const object = async ({ submission: { id } }: Awaited<ReturnType<typeof submitImage>>) =>
      server.db.updateTable('reward_submissions').set({ objection: 'unreadable' }).where('id', '=', id).execute()
    const [one, two, three] = [await submitImage(), await submitImage(), await submitImage()]
    expect([one, two, three].map(({ submission }) => submission.is_held)).toEqual([false, false, true])
    const other = await signIn(server)
    const otherSubmission = await submit(other, 'whatsapp', { image_id: await keepNewImage(server, other.userId) })
    expect(otherSubmission.data.submission.is_held).toBe(false)
    await object(one)
    const four = await submitImage()
    expect(four.submission.is_held).toBe(false)
    // A submission that is reviewed tomorrow uses tomorrow's budget.
    server.clock.advance(60_000)
    expect((await submitImage()).submission.is_held).toBe(false)

    // A held submission is also reviewed after an hour, and approved if the budget allows it.
    await object(four)
    server.clock.advance(HOUR - 60_000 + 1)
    await decideWithin(reviewing(0))
    expect(await newest(two.viewer)).toMatchObject({ status: 1 })
    expect(await newest(three.viewer)).toMatchObject({ status: 1, is_held: false })
  })

  test('members of the channel who are approved at the same time stay within it', async () => {
    server.clock.advance(24 * HOUR)
    const viewers = await Promise.all(Array.from({ length: 8 }, () => signIn(server)))
    const ids: string[] = []
    for (const [place, viewer] of viewers.entries()) {
      ids.push((await submit(viewer, 'telegram', { telegram_id: `8000${place}` })).data.submission.id)
    }
    const { config, db } = server
    // All memberships are read before the first approval.
    const context = {
      db,
      config: { ...config, rewards: { ...config.rewards, budget: 120 } },
      now: new Date(server.clock.now()),
      telegram: { membershipOf: async () => 'member' },
      log: { error: () => undefined },
      trackExternalWait: <Result>(work: Promise<Result>) => work
    } as unknown as RequestContext
    await Promise.all(ids.map(id => reviewTelegramMember(context, id)))
    const rows = await db.selectFrom('reward_submissions').select('status').where('id', 'in', ids).execute()
    expect(rows.filter(({ status }) => status === 1)).toHaveLength(2)
  })
})
