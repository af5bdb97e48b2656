import { expect, test } from 'vitest'
import { deleteOldMemberRows } from '../../../server/modules/member/member-cleanup-job.js'
import { createConsoleClient, signInMember } from '../support/console-client.js'
import { openTestServer } from '../support/open-test-server.js'
import { engines } from '../support/servers/test-database.js'

const DAY_MS = 86_400_000

test.each(engines)('what is old about members is deleted, and an open session stays, on %s', async engine => {
  const server = await openTestServer({ engine })
  const { client } = await signInMember(server, { role: 'owner' })
  await client.post('operator/partner_create', { name: 'Acme' }, { 'Idempotency-Key': 'a-key-of-sixteen-or-more' })
  await createConsoleClient(server).post('passkey_options')
  const countRows = async () => {
    const counts: Record<string, number> = {}
    for (const table of ['member_answers', 'member_sessions', 'member_challenges', 'members'] as const) {
      counts[table] = (await server.db.selectFrom(table).selectAll().execute()).length
    }
    return counts
  }
  const deleteAfter = (days: number) => deleteOldMemberRows(server.db, new Date(server.clock.now() + days * DAY_MS))
  expect(await deleteAfter(0)).toEqual({ count: 0, next: null })
  expect(await deleteAfter(3)).toEqual({ count: 2, next: null })
  expect(await countRows()).toEqual({ member_answers: 0, member_sessions: 1, member_challenges: 0, members: 1 })
  expect(await deleteAfter(92)).toEqual({ count: 1, next: null })
  expect(await countRows()).toMatchObject({ member_sessions: 0, members: 1 })
  await server.close()
})
