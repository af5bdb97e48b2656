import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RewardChannel } from '../../../contract/reward.js'
import { leaveSubmissionsAction, nextSubmissionsAction } from '../../../server/modules/operator/actions/review-queue.js'
import { reviewSubmissionAction, undoReviewAction } from '../../../server/modules/operator/actions/rewards.js'
import type { OperatorContext } from '../../../server/modules/operator/operator-action.js'
import { toRewardDay } from '../../../server/modules/reward/reward-day.js'
import { signIn } from '../support/api-client.js'
import { newKey } from '../support/money.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { decideWithin, keepNewImage, openInvites, submit } from '../support/rewards.js'
import { engines } from '../support/servers/test-database.js'

const MINUTE = 60_000

const refusedWith = (reason: string, more: object = {}) =>
  expect.objectContaining({ data: { fields: ['id'], reason, ...more } })

describe.each(engines)('the queue of reviewers on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine })
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    // A new day for budgets, and nothing left under review.
    server.clock.advance(24 * 60 * MINUTE)
    const cleaner = reviewer('cleaner')
    for (let ids = await askNext(cleaner); ids.length > 0; ids = await askNext(cleaner)) {
      for (const id of ids) await review(cleaner, id)
    }
  })

  /** Null for the holder of OPERATOR_KEY. */
  function reviewer(name: string, role: 'reviewer' | null = 'reviewer'): OperatorContext {
    const { db, clock, config } = server
    const context = {
      db,
      clock,
      config,
      log: { error: () => undefined, warn: () => undefined },
      now: new Date(clock.now()),
      operator: name,
      member: role === null ? null : { id: `m_${name}`, role },
      address: '203.0.113.1'
    }
    return context as unknown as OperatorContext
  }
  const askNext = async (context: OperatorContext, request: Record<string, unknown> = {}) => {
    const { list } = await nextSubmissionsAction.run(context, nextSubmissionsAction.request.parse(request))
    return list.map(({ id }) => id)
  }
  const leave = (context: OperatorContext, ids?: string[]) => leaveSubmissionsAction.run(context, { ids })
  const review = (context: OperatorContext, id: string, ok = true) =>
    reviewSubmissionAction.run(context, ok ? { id, ok } : { id, ok, reason: 'not_share', note: 'no link' })
  const undo = (context: OperatorContext, id: string) => undoReviewAction.run(context, { id })

  async function handIn(channel: RewardChannel = 'whatsapp') {
    const viewer = await signIn(server)
    const proof =
      channel === 'telegram'
        ? { telegram_id: `t${viewer.userId.slice(-20)}` }
        : { image_id: await keepNewImage(server, viewer.userId) }
    const { id } = (await submit(viewer, channel, proof)).data.submission
    server.clock.advance(1000)
    return { viewer, id }
  }
  const handInMany = async (count: number) => {
    const ids: string[] = []
    for (let place = 0; place < count; place++) ids.push((await handIn()).id)
    return ids
  }
  const readRow = (id: string) =>
    server.db.selectFrom('reward_submissions').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const readApproved = async () => {
    const { day } = toRewardDay(server.config.timezone, new Date(server.clock.now()))
    const row = await server.db
      .selectFrom('reward_budgets')
      .select('approved')
      .where('lpid', '=', '')
      .where('day', '=', day)
      .executeTakeFirst()
    return row?.approved ?? 0
  }

  test('those that are due first come first, and each reviewer gets others', async () => {
    const ids = await handInMany(7)
    expect(await askNext(reviewer('ana'), { count: 3 })).toEqual(ids.slice(0, 3))
    expect(await askNext(reviewer('bob'), { count: 3 })).toEqual(ids.slice(3, 6))
    expect(await askNext(reviewer('ana'), { count: 3 })).toEqual(ids.slice(0, 3))
    expect(await askNext(reviewer('cid'), { count: 3 })).toEqual(ids.slice(6))
    expect(await askNext(reviewer('dan'))).toEqual([])
    const { waiting } = await nextSubmissionsAction.run(reviewer('dan'), { count: 1 })
    expect(waiting).toEqual([{ channel: 'whatsapp', count: 7, oldest_at: (await readRow(ids[0] ?? '')).created_at }])
  })

  test('twenty reviewers who ask at the same instant never get the same submission', async () => {
    const ids = await handInMany(20)
    const names = Array.from({ length: 20 }, (_, place) => `reviewer ${place}`)
    const given = await Promise.all(names.map(name => askNext(reviewer(name), { count: 1 })))
    const all = given.flat()
    expect(new Set(all).size).toBe(all.length)
    const rest = (await Promise.all(names.map(name => askNext(reviewer(name), { count: 1 })))).flat()
    expect(rest.toSorted()).toEqual(ids.toSorted())
  })

  test('a lease ends by time, by leaving, and with a decision; while it lasts the server does not decide', async () => {
    const [one = '', two = ''] = await handInMany(2)
    await askNext(reviewer('ana'), { count: 2 })
    server.clock.advance(4 * MINUTE)
    await askNext(reviewer('ana'), { count: 2 })
    server.clock.advance(4 * MINUTE)
    expect(await askNext(reviewer('bob'))).toEqual([])
    expect(await leave(reviewer('ana'), [one, 's_none'])).toEqual({ released: 1 })
    expect(await askNext(reviewer('bob'))).toEqual([one])
    server.clock.advance(MINUTE + 1)
    expect(await askNext(reviewer('bob'))).toEqual([one, two])
    expect(await leave(reviewer('ana'))).toEqual({ released: 0 })

    await server.db.updateTable('reward_submissions').set({ objection: 'unreadable' }).where('id', '=', one).execute()
    server.clock.advance(60 * MINUTE)
    await askNext(reviewer('cid'), { count: 1 })
    const { db, clock } = server
    const decide = () =>
      decideWithin({
        db,
        log: {} as never,
        now: new Date(clock.now()),
        reviewer: 'automatic',
        budget: 60_000
      })
    await decide()
    expect(await readRow(one)).toMatchObject({ status: 0 })
    await leave(reviewer('cid'))
    await decide()
    expect(await readRow(one)).toMatchObject({ status: 3, reviewer: 'automatic' })
  })

  test('a filter by channel and skipped ones are left out', async () => {
    const [whatsapp, telegram, other] = [await handIn(), await handIn('telegram'), await handIn()]
    expect(await askNext(reviewer('ana'), { channel: 'telegram' })).toEqual([telegram.id])
    await leave(reviewer('ana'))
    expect(await askNext(reviewer('ana'), { except: [whatsapp.id] })).toEqual([telegram.id, other.id])
    await leave(reviewer('ana'), [other.id])
    expect(await askNext(reviewer('ana'), { except: [whatsapp.id, other.id] })).toEqual([telegram.id])
    expect((await askNext(reviewer('bob'))).toSorted()).toEqual([whatsapp.id, other.id].toSorted())
  })

  test('what another reviewer has leased is refused by name, but not to the holder of the key', async () => {
    const [one = '', two = ''] = await handInMany(2)
    await askNext(reviewer('ana'), { count: 2 })
    await expect(review(reviewer('bob'), one)).rejects.toEqual(refusedWith('leased', { operator: 'ana' }))
    expect((await readRow(one)).status).toBe(0)
    await review(reviewer('ana'), one)
    await expect(review(reviewer('bob'), one)).rejects.toEqual(refusedWith('not_under_review'))
    await review(reviewer('script', null), two, false)
    expect(await readRow(two)).toMatchObject({ status: 3, reviewer: 'script' })
    expect(await server.db.selectFrom('review_leases').selectAll().where('holder', '=', 'm_ana').execute()).toEqual([])
  })

  test('an approval that is taken back gives the budget back, and the submission to the same reviewer', async () => {
    const [one = '', two = ''] = await handInMany(2)
    await askNext(reviewer('ana'))
    await review(reviewer('ana'), one)
    await review(reviewer('ana'), two)
    expect(await readApproved()).toBe(120)
    const before = await readRow(one)
    server.clock.advance(9_000)
    expect(await undo(reviewer('ana'), one)).toEqual({ id: one, status: 0 })
    expect(await readApproved()).toBe(60)
    expect(await readRow(one)).toMatchObject({
      status: 0,
      reviewer: null,
      reviewed_at: null,
      claim_until: null,
      budget_lpid: null,
      due_at: before.due_at
    })
    expect(await askNext(reviewer('bob'))).toEqual([])
    expect(await askNext(reviewer('ana'))).toEqual([one])
    await review(reviewer('ana'), one, false)
    await undo(reviewer('ana'), one)
    expect(await readRow(one)).toMatchObject({ status: 0, reason: null, note: null })
    expect(await readApproved()).toBe(60)
  })

  test('an undo is refused when late, to others, after a claim, and twice', async () => {
    const { viewer, id } = await handIn()
    await expect(undo(reviewer('ana'), id)).rejects.toEqual(refusedWith('not_decided'))
    await expect(undo(reviewer('ana'), 's_none')).rejects.toEqual(refusedWith('not_decided'))
    await review(reviewer('ana'), id)
    await expect(undo(reviewer('bob'), id)).rejects.toEqual(refusedWith('other_operator'))
    server.clock.advance(13_001)
    await expect(undo(reviewer('ana'), id)).rejects.toEqual(refusedWith('undo_over'))
    expect((await viewer.post('/reward/claim', { id }, newKey())).code).toBe(200)
    await expect(undo(reviewer('ana'), id)).rejects.toEqual(refusedWith('claimed'))
    const second = await handIn()
    await review(reviewer('ana'), second.id)
    await undo(reviewer('ana'), second.id)
    await expect(undo(reviewer('ana'), second.id)).rejects.toEqual(refusedWith('not_decided'))
  })

  test('the database refuses to reopen a decision that is older, also if the code would', async () => {
    const { id } = await handIn()
    await review(reviewer('ana'), id)
    const reopen = (afterMs: number) =>
      server.db
        .updateTable('reward_submissions')
        .set({ status: 0, reviewed_at: null, claim_until: null, undone_at: new Date(server.clock.now() + afterMs) })
        .where('id', '=', id)
        .execute()
    await expect(reopen(16_000)).rejects.toThrow('does not go from 1 to 0')
    await reopen(15_000)
  })

  test('undos sent at the same instant give the budget back once', async () => {
    const { id } = await handIn()
    await review(reviewer('ana'), id)
    const before = await readApproved()
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => undo(reviewer('ana'), id)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await readApproved()).toBe(before - 60)
  })

  test('of an undo and a claim at the same instant one happens, and the wallet agrees', async () => {
    for (let round = 0; round < 6; round++) {
      const { viewer, id } = await handIn()
      await review(reviewer('ana'), id)
      const approved = await readApproved()
      const claim = () => viewer.post('/reward/claim', { id }, newKey())
      const [claimed, undone] = await Promise.all([
        claim(),
        undo(reviewer('ana'), id).then(
          () => true,
          () => false
        )
      ])
      expect([claimed.code, undone]).toEqual(undone ? [4408, true] : [200, false])
      expect(await readRow(id)).toMatchObject({ status: undone ? 0 : 2 })
      expect(await readApproved()).toBe(undone ? approved - 60 : approved)
      expect((await viewer.get('/wallet/index')).data.bonus).toBe(undone ? 0 : 60)
      if (undone) {
        await review(reviewer('ana'), id)
        expect((await claim()).code).toBe(200)
        expect((await viewer.get('/wallet/index')).data.bonus).toBe(60)
      }
    }
  })

  test('a rejected Telegram id that another viewer has submitted since stays rejected', async () => {
    const [viewer, other] = [await signIn(server), await signIn(server)]
    const { id } = (await submit(viewer, 'telegram', { telegram_id: '@shared_name' })).data.submission
    await review(reviewer('ana'), id, false)
    expect((await submit(other, 'telegram', { telegram_id: '@Shared_Name' })).code).toBe(200)
    await expect(undo(reviewer('ana'), id)).rejects.toEqual(refusedWith('telegram_used'))
    expect((await readRow(id)).status).toBe(3)
  })

  test('a decision on an appeal is taken back to the appeal', async () => {
    const { viewer, id } = await handIn()
    await review(reviewer('ana'), id, false)
    expect((await viewer.post('/reward/appeal', { id, text: 'Look again' })).code).toBe(200)
    await openInvites(server, viewer.userId, 1)
    const appealed = await readRow(id)
    await review(reviewer('ana'), id)
    await undo(reviewer('ana'), id)
    const { undone_at, ...row } = await readRow(id)
    expect(row).toEqual({ ...appealed, undone_at: undefined })
    expect(undone_at).toEqual(new Date(server.clock.now()))
  })
})
