// What is approved without a person ends at a budget, whoever brings viewers and however many are approved at once.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decideOverdue } from '../../server/modules/reward/decision-job.js'
import type { Reviewing } from '../../server/modules/reward/review.js'
import { checkMember } from '../../server/modules/reward/telegram-check.js'
import type { RequestContext } from '../../server/request-context.js'
import { signIn } from './api-client.js'
import { openTestServer, type TestServer } from './open-test-server.js'
import { keepNewImage, submit } from './rewards.js'
import { engines } from './test-database.js'

const HOUR = 3_600_000

describe.each(engines)('the budget of rewards on %s', engine => {
  let server: TestServer
  const alarms: object[] = []
  beforeAll(async () => {
    server = await openTestServer({ engine })
  })
  afterAll(() => server.close())

  const reviewing = (budget: number): Reviewing => ({
    ...{ db: server.db, budget, reviewer: 'automatic', now: new Date(server.clock.now()) },
    log: { error: (alarm: object) => alarms.push(alarm) } as never
  })
  const newest = async (viewer: Awaited<ReturnType<typeof signIn>>) =>
    (await viewer.get('/reward/records')).data.list[0]

  test('campaigns that nobody has made share one budget: each made-up id would bring its own', async () => {
    const lpids = [undefined, 'made_up_1', 'made_up_2', 'made_up_3']
    const viewers = await Promise.all(lpids.map(lpid => signIn(server, { lpid })))
    for (const viewer of viewers) {
      await submit(viewer, 'whatsapp', { image_id: await keepNewImage(server, viewer.userId) })
    }
    server.clock.advance(HOUR)
    await decideOverdue(reviewing(120))
    const states = await Promise.all(viewers.map(async viewer => (await newest(viewer))?.status))
    expect(states.toSorted()).toEqual([0, 0, 1, 1])
    expect(alarms).toEqual([expect.objectContaining({ approved: 120, budget: 120 })])
    // Who waits is told why, and no time that does not hold.
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

  test('members of the channel who are approved at the same time stay within it', async () => {
    server.clock.advance(24 * HOUR)
    const viewers = await Promise.all(Array.from({ length: 8 }, () => signIn(server)))
    const ids: string[] = []
    for (const [place, viewer] of viewers.entries()) {
      ids.push((await submit(viewer, 'telegram', { telegram_id: `8000${place}` })).data.submission.id)
    }
    const { config, db } = server
    // All have been asked about when the first is approved.
    const context = {
      ...{ db, config: { ...config, rewards: { ...config.rewards, budget: 120 } } },
      ...{ now: new Date(server.clock.now()), members: { look: async () => 'member' } },
      ...{ log: { error: () => undefined }, waitElsewhere: <Result>(work: Promise<Result>) => work }
    } as unknown as RequestContext
    await Promise.all(ids.map(id => checkMember(context, id)))
    const rows = await db.selectFrom('reward_submissions').select('status').where('id', 'in', ids).execute()
    expect(rows.filter(({ status }) => status === 1)).toHaveLength(2)
  })
})
