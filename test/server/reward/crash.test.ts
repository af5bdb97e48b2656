import { expect, test } from 'vitest'
import { toRewardDay } from '../../../server/modules/reward/reward-day.js'
import { balanceOf, expectValidLedger } from '../support/money.js'
import { prepareKillableServer } from '../support/servers/killable-server.js'
import { freshDatabase, openPostgres } from '../support/servers/test-database.js'

const VIEWERS = 4
const SHARES = 12
const HOME_TASK_BONUS = 5

/** A zone in which the time is about noon, so that no day ends during the test. */
const hour = new Date().getUTCHours()
const zone = `Etc/GMT${hour > 12 ? '+' : '-'}${Math.abs(12 - hour)}`

const killable = prepareKillableServer({ slug: 'rain', episodes: 2, free: 1, price: 60 })

test('a server that is killed while rewards are claimed keeps what it has answered, and pays nothing twice', async () => {
  const url = await freshDatabase(process.env.TEST_POSTGRES_TEMPLATE)
  const env = {
    DATA_DIR: killable.path('data'),
    CATALOGUE_DIRS: killable.path('catalogue'),
    DATABASE_URL: url,
    TIMEZONE: zone
  }
  let origin = killable.start(env)
  const db = openPostgres(url)
  let answered = 0

  async function postUntilAnswered(path: string, headers: Record<string, string>, body: object) {
    for (;;) {
      const to = await origin
      const init = { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers } }
      const answer = await fetch(`${to}${path}`, { ...init, body: JSON.stringify(body) })
        .then(response => response.json())
        .catch(() => null)
      if (answer !== null && answer.code !== 5000) return answer
    }
  }

  const now = new Date()
  const claimUntil = new Date(now.getTime() + 86_400_000)
  async function openViewer(place: number) {
    const { data } = await postUntilAnswered('/index/visitor_login', {}, {})
    const ids = Array.from({ length: SHARES }, (_, count) => `s_${place}_${count}`)
    const row = { user_id: data.user.id, channel: 'facebook', reward_bonus: 60, zone: 'UTC' } as const
    await db
      .insertInto('reward_submissions')
      .values(
        ids.map((id, daysAgo) => {
          const created_at = new Date(now.getTime() - daysAgo * 86_400_000)
          return { ...row, id, image_id: `i_${id}`, created_at, due_at: claimUntil }
        })
      )
      .execute()
    const approved = { status: 1, reviewed_at: now, reviewer: 'ana', claim_until: claimUntil } as const
    await db.updateTable('reward_submissions').set(approved).where('id', 'in', ids).execute()
    const done = { user_id: data.user.id, day: toRewardDay(zone, now).day, code: 'home_15s', done_at: now } as const
    await db.insertInto('task_states').values(done).execute()
    return { userId: data.user.id as string, headers: { Authorization: data.token as string }, ids }
  }
  const viewers = await Promise.all(Array.from({ length: VIEWERS }, (_, place) => openViewer(place)))

  // A repeated claim returns 4407 if the first response was lost.
  const claiming = viewers.map(async ({ headers, ids }) => {
    for (const [turn, id] of ids.entries()) {
      expect([200, 4407]).toContain((await postUntilAnswered('/reward/claim', headers, { id })).code)
      answered += 1
      if (turn % 3 > 0) continue
      expect([200, 4407]).toContain((await postUntilAnswered('/task/claim', headers, { code: 'home_15s' })).code)
    }
  })
  for (const least of [5, 20]) {
    await expect.poll(() => answered, { interval: 5, timeout: 60_000 }).toBeGreaterThan(least)
    await killable.stop('SIGKILL')
    origin = killable.start(env)
    await origin
  }
  await Promise.all(claiming)
  await killable.stop('SIGTERM')
  for (const { userId } of viewers) {
    expect(await balanceOf(db, userId)).toEqual({ coins: 0, bonus: 60 * SHARES + HOME_TASK_BONUS })
    await expectValidLedger(db, userId)
  }
  await db.destroy()
}, 180_000)
