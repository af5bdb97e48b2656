import type { PostgresPool } from 'kysely'

/** Runs each statement on the replica, or on the primary if the replica fails. Transactions are refused. */
export function withPrimaryFallback(
  replica: PostgresPool,
  primary: PostgresPool,
  { onRead, onFailure }: { onRead(): void; onFailure(error: unknown): void }
): PostgresPool {
  async function runOn(pool: PostgresPool, statement: string, parameters: readonly unknown[]) {
    const client = await pool.connect()
    try {
      return await client.query(statement, parameters)
    } finally {
      client.release()
    }
  }

  async function query(statement: string, parameters: readonly unknown[]) {
    if (/^(begin|start transaction)\b/i.test(statement)) throw new Error('a replica has no transactions')
    try {
      const result = await runOn(replica, statement, parameters)
      onRead()
      return result
    } catch (error) {
      onFailure(error)
      return runOn(primary, statement, parameters)
    }
  }

  return {
    connect: async () => ({ query, release: () => undefined }) as Awaited<ReturnType<PostgresPool['connect']>>,
    end: () => replica.end()
  }
}
