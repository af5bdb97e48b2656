import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteExpiredIdempotentResponses } from '../../../server/modules/ledger/idempotency-cleanup-job.js'
import { signIn } from '../support/api-client.js'
import { balanceOf, expectValidLedger, giveCoins, newKey } from '../support/money.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { engines } from '../support/servers/test-database.js'

const HOUR = 3_600_000
const DAY = 24 * HOUR

describe.each(engines)('responses of idempotent requests on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine })
  })
  afterAll(() => server.close())

  const insert = (key: string, answer: string, ageMs: number) =>
    sql`insert into idempotent_answers values ('u_old', ${key}, 'h', ${answer}, now() - ${ageMs / 1000} * interval '1 second')`.execute(
      server.db
    )
  const readKeys = async () => {
    const rows = await server.db.selectFrom('idempotent_answers').select('key').where('user_id', '=', 'u_old').execute()
    return rows.map(({ key }) => key).toSorted()
  }

  test('are deleted after 35 days, refusals after one, and not before by a clock that is ahead', async () => {
    const [paid, refused] = ['{"code":200,"data":{}}', '{"code":4201,"data":null}']
    await insert('paid-old', paid, 35 * DAY + HOUR)
    await insert('paid-new', paid, 35 * DAY - HOUR)
    await insert('refused-old', refused, 25 * HOUR)
    await insert('refused-new', refused, 23 * HOUR)
    await deleteExpiredIdempotentResponses(server.db, new Date(Date.now() - 40 * DAY))
    expect(await readKeys()).toHaveLength(4)
    await deleteExpiredIdempotentResponses(server.db, new Date(Date.now() + 400 * DAY))
    expect(await readKeys()).toEqual(['paid-new', 'refused-new'])
    for (const key of await readKeys()) {
      const early = server.db.deleteFrom('idempotent_answers').where('key', '=', key)
      await expect(early.execute()).rejects.toThrow('append-only')
    }
  })

  test('a key whose response is deleted moves no money again', async () => {
    const viewer = await signIn(server)
    await giveCoins(server, viewer.userId, 200)
    const key = newKey()
    const unlock = (episode_id: string) => viewer.post('/drama/unlock', { episode_id, expect_price: 60 }, key)
    expect((await unlock('e_rain_3')).code).toBe(200)
    await sql`alter table idempotent_answers disable trigger user`.execute(server.db)
    await server.db.deleteFrom('idempotent_answers').where('user_id', '=', viewer.userId).execute()
    await sql`alter table idempotent_answers enable trigger user`.execute(server.db)
    expect(await unlock('e_rain_4')).toMatchObject({ code: 4001, data: { fields: ['Idempotency-Key'] } })
    expect(await balanceOf(server.db, viewer.userId)).toMatchObject({ coins: 140 })
    await expectValidLedger(server.db, viewer.userId)
  })
})
