import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteOldDeliveries, OUTBOX_RETENTION_MS } from '../../../server/modules/postback/outbox-retention-job.js'
import { openTestServer, type TestServer } from '../support/open-test-server.js'
import { engines } from '../support/servers/test-database.js'

const DAY_MS = 86_400_000

describe.each(engines)('old deliveries on %s', engine => {
  let server: TestServer
  beforeAll(async () => {
    server = await openTestServer({ engine })
  })
  afterAll(() => server.close())

  test('are deleted after 90 days, unless they still wait', async () => {
    const now = new Date(server.clock.now())
    const createdAt = (ageMs: number) => new Date(now.getTime() - ageMs)
    const statuses = ['delivered', 'failed', 'spread', 'waiting'] as const
    const rows = statuses.flatMap(status =>
      [OUTBOX_RETENTION_MS + DAY_MS, OUTBOX_RETENTION_MS - DAY_MS].map(ageMs => ({
        event: 'purchase' as const,
        event_id: `${status}_${ageMs > OUTBOX_RETENTION_MS ? 'old' : 'new'}`,
        postback_id: status === 'spread' ? '' : 'pb_1',
        user_id: 'u_1',
        lpid: 'camp',
        payload: '{}',
        status,
        attempts: 0,
        next_at: now,
        created_at: createdAt(ageMs)
      }))
    )
    await server.db.insertInto('event_outbox').values(rows).execute()
    expect(await deleteOldDeliveries(server.db, now, '')).toEqual({ count: 3, next: null })
    const left = await server.db.selectFrom('event_outbox').select('event_id').orderBy('event_id').execute()
    expect(left.map(({ event_id }) => event_id)).toEqual([
      'delivered_new',
      'failed_new',
      'spread_new',
      'waiting_new',
      'waiting_old'
    ])
  })
})
