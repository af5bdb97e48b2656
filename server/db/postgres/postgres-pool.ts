import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { isDatabaseUnavailable } from '../database-error.js'
import type { PoolCounts } from '../pool-counts.js'
import { createStatementNames, isPreparedStatementError, type PreparedStatementNames } from './prepared-statements.js'

const CONNECT_TIMEOUT_MS = 2000
const QUERY_TIMEOUT_MS = 2200
const STATEMENT_TIMEOUT_MS = 3000

const MAX_CONNECTIONS = 10

export interface CountedPool extends PostgresPool {
  readCounts(): PoolCounts
}

export function createPostgresPool(connectionString: string, onError: (error: Error) => void): CountedPool {
  const pool = new pg.Pool({
    connectionString,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true
  })
  // Without a listener, the error of an idle connection would end the process.
  pool.on('error', onError)
  const names = createStatementNames()
  return {
    connect: async () => wrapClient(await pool.connect(), onError, names),
    end: () => pool.end(),
    readCounts: () => ({
      total: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      max: MAX_CONNECTIONS
    })
  }
}

/** Has no query timeout, because migrations may take longer than a request. */
export function createMigrationPool(connectionString: string, onError: (error: Error) => void): PostgresPool {
  const pool = new pg.Pool({ connectionString, max: 1, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  pool.on('error', onError)
  return { connect: async () => wrapClient(await pool.connect(), onError), end: () => pool.end() }
}

function wrapClient(
  client: pg.PoolClient,
  onError: (error: Error) => void,
  names: PreparedStatementNames | null = null
): PostgresPoolClient {
  let isBroken = false
  client.on('error', onError)
  function query<Row>(statement: string, parameters: readonly unknown[]) {
    const name = parameters.length === 0 ? undefined : names?.nameOf(statement)
    const queryConfig = { text: statement, values: [...parameters], ...(name === undefined ? {} : { name }) }
    return client.query(queryConfig).then(
      result => ({ command: toCommand(result.command), rowCount: result.rowCount ?? 0, rows: result.rows as Row[] }),
      error => {
        if (isPreparedStatementError(error)) names?.disable()
        isBroken ||= isDatabaseUnavailable(error) || isPreparedStatementError(error)
        throw error
      }
    )
  }
  function refuseCursor(): never {
    throw new Error('cursors are not supported')
  }
  return {
    query: ((statement: unknown, parameters: readonly unknown[]) =>
      typeof statement === 'string' ? query(statement, parameters) : refuseCursor()) as PostgresPoolClient['query'],
    release: () => {
      client.off('error', onError)
      client.release(isBroken)
    }
  }
}

type Command = 'UPDATE' | 'DELETE' | 'INSERT' | 'SELECT' | 'MERGE'
const commands: readonly Command[] = ['UPDATE', 'DELETE', 'INSERT', 'SELECT', 'MERGE']
const toCommand = (command: string): Command => commands.find(known => known === command) ?? 'SELECT'
