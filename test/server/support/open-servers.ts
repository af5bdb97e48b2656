import { openTestServer, type TestServer } from './open-test-server.js'
import { engines, freshDatabase } from './servers/test-database.js'

export const serverSetups = [
  ...engines,
  ...(engines.includes('postgres') ? (['two servers on postgres'] as const) : [])
]

/** Leaves out the single server on Postgres, which the two servers cover. */
export const fewServerSetups = serverSetups.filter(kind => kind !== 'postgres')

/** Two servers test that the memory of one process does not matter. */
export async function openServers(kind: (typeof serverSetups)[number]): Promise<[TestServer, ...TestServer[]]> {
  if (kind !== 'two servers on postgres') return [await openTestServer({ engine: kind })]
  const postgresUrl = await freshDatabase(process.env.TEST_POSTGRES_TEMPLATE)
  const first = await openTestServer({ engine: 'postgres', postgresUrl })
  const { clock, config } = first
  const secrets = { mediaSecrets: config.mediaSecrets }
  return [first, await openTestServer({ engine: 'postgres', postgresUrl, clock, config: secrets })]
}
