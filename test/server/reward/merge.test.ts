import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reviewSubmission } from '../../../server/modules/reward/review/review.js'
import { newAddress, openAccount, signInByMail, type Viewer } from '../support/accounts.js'
import { createApiClient, signIn } from '../support/api-client.js'
import { serveFilm } from '../support/film.js'
import { balanceOf, expectValidLedger, giveCoins } from '../support/money.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { keepNewImage, submit } from '../support/rewards.js'
import { engines } from '../support/servers/test-database.js'

const MINUTE = 60_000

describe.each(engines)('rewards of a visitor who signs in on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine })
  })
  afterAll(() => server.close())

  async function watch(viewer: Viewer, minutes: number) {
    const { data } = await viewer.post('/drama/play', { episode_id: 'e_rain_1' })
    await serveFilm(server, viewer.userId, 'e_rain_1')
    server.clock.advance(minutes * MINUTE)
    const beats = Array.from({ length: minutes }, (_, seq) => ({ seq, from_s: 0, to_s: 60, played_s: 60 }))
    await viewer.post('/drama/progress', {
      play_id: data.play_id,
      episode_id: 'e_rain_1',
      position_s: 1,
      beats
    } as never)
  }
  const share = async (viewer: Viewer) =>
    submit(viewer, 'whatsapp', { image_id: await keepNewImage(server, viewer.userId) })
  const claim = (viewer: Viewer, code: string) => viewer.post('/task/claim', { code } as never)
  const approve = (id: string) => {
    const log = { error: () => undefined } as never
    const reviewing = { db: server.db, log, now: new Date(server.clock.now()), reviewer: 'ana', budget: 60_000 }
    return reviewSubmission(reviewing, id, { ok: true })
  }

  test('tasks take the longer of both, what was claimed is not claimed again, shares of a day are counted together', async () => {
    const email = newAddress()
    const account = await openAccount(server, email)
    await watch(account, 6)
    expect((await claim(account, 'watch_5')).code).toBe(200)
    expect((await share(account)).code).toBe(200)
    const visitor = await signIn(server)
    await giveCoins(server, visitor.userId, 10)
    expect((await claim(visitor, 'topup_gift')).code).toBe(200)
    await watch(visitor, 11)
    expect((await claim(visitor, 'watch_5')).code).toBe(200)
    const own = (await share(visitor)).data.submission
    const telegram = { telegram_id: `@merge_${engine}` }
    const joined = (await submit(visitor, 'telegram', telegram)).data.submission
    await approve(own.id)
    await approve(joined.id)
    const merged = await signInByMail(server, email, visitor)
    const { tasks, shares } = (await merged.get('/reward/index')).data
    const states = Object.fromEntries(tasks.map(({ code, status, progress_s }) => [code, `${status} ${progress_s}`]))
    expect(states).toEqual({
      home_15s: 'doing 0',
      watch_5: 'claimed 300',
      watch_10: 'done 600',
      watch_15: 'doing 660',
      topup_gift: 'claimed null'
    })
    expect(shares.whatsapp).toMatchObject({ used_today: 2, latest: { id: own.id } })
    expect(shares.telegram).toMatchObject({ code: 4407 })
    expect((await claim(merged, 'topup_gift')).code).toBe(4407)
    expect((await merged.post('/reward/claim', { id: own.id })).data.reward_bonus).toBe(60)
    expect((await merged.post('/reward/claim', { id: joined.id })).data.reward_bonus).toBe(60)
    expect((await merged.post('/reward/claim', { id: own.id })).code).toBe(4407)
    expect(await balanceOf(server.db, merged.userId)).toEqual({ coins: 10, bonus: 10 + 50 + 120 })
    // Nobody watches the same five minutes twice: the visitor's ten wait for an operator.
    expect((await merged.get('/reward/index')).data.pending_bonus).toBe(10)
    for (const { userId } of [merged, visitor]) await expectValidLedger(server.db, userId)
  })

  test('Telegram is paid once for both, and who came by their own link has invited nobody', async () => {
    const email = newAddress()
    const account = await openAccount(server, email)
    const { share_code } = (await account.get('/reward/index')).data
    const first = (await submit(account, 'telegram', { telegram_id: '77771' })).data.submission
    await approve(first.id)
    expect((await account.post('/reward/claim', { id: first.id })).code).toBe(200)
    expect((await share(account)).code).toBe(200)
    const visitor = await signIn(server, { share: share_code })
    const second = (await submit(visitor, 'telegram', { telegram_id: '77772' })).data.submission
    await approve(second.id)
    const merged = await signInByMail(server, email, visitor)
    expect((await merged.post('/reward/claim', { id: second.id })).code).toBe(4407)
    expect((await merged.get('/reward/index')).data.shares.whatsapp.latest?.clicks).toBe(0)
    expect((await merged.get('/reward/index')).data.share_code).toBe(share_code)
    await expectValidLedger(server.db, merged.userId)
  })

  test('who leaves takes the Telegram name along, and the reward is not given to the next account', async () => {
    const account = await openAccount(server)
    const telegram_id = `@leaver_${engine}`
    await submit(account, 'telegram', { telegram_id })
    const { data } = await account.get('/user/export')
    const file = JSON.parse(await (await server.fetch(data.url)).text())
    expect(file.reward_submissions[0]).toMatchObject({ telegram_id, status: 0 })
    expect(JSON.stringify(file)).not.toMatch(/nonce_hash|telegram_key|sha256/)
    expect((await account.post('/user/delete', { confirm: 1 })).code).toBe(200)
    const rows = await server.db
      .selectFrom('reward_submissions')
      .selectAll()
      .where('user_id', '=', account.userId)
      .execute()
    expect(rows.map(row => row.telegram_id)).toEqual([null])
    const next = createApiClient(server, (await signIn(server)).token)
    expect((await submit(next, 'telegram', { telegram_id })).code).toBe(4407)
  })
})
