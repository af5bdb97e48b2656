import { openTestServer, type TestServer } from './open-test-server.js'
import { engines, freshDatabase } from './servers/test-database.js'

/** Where races are run: on each database, and between two servers of one Postgres. */
export const kinds = [...engines, ...(engines.includes('postgres') ? (['two servers on postgres'] as const) : [])]

/** For what needs no server of its own on Postgres: two of them have it covered. */
export const fewKinds = kinds.filter(kind => kind !== 'postgres')

/** Two servers of one Postgres, or one server: what one process keeps in its memory must not matter. */
export async function openServers(kind: (typeof kinds)[number]): Promise<[TestServer, ...TestServer[]]> {
  if (kind !== 'two servers on postgres') return [await openTestServer({ engine: kind })]
  const postgresUrl = await freshDatabase(process.env.TEST_POSTGRES_TEMPLATE)
  const first = await openTestServer({ engine: 'postgres', postgresUrl })
  const { clock, config } = first
  const secrets = { mediaSecrets: config.mediaSecrets }
  return [first, await openTestServer({ engine: 'postgres', postgresUrl, clock, config: secrets })]
}
