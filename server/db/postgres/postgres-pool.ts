import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { isDatabaseUnavailable } from '../database-error.js'
import type { PoolCounts } from '../pool-counts.js'
import { createStatementNames, isPreparedStatementError, type PreparedStatementNames } from './prepared-statements.js'
import type { PrimaryFinder } from './primary-finder.js'

const CONNECT_TIMEOUT_MS = 2000
const QUERY_TIMEOUT_MS = 2200
const REPLICA_TIMEOUT_MS = 800
/** The database ends what this server no longer waits for. A pooler may not know these. */
const startupParameters = { statement_timeout: 3000, idle_in_transaction_session_timeout: 10_000 }

const MAX_CONNECTIONS = 10

type OnError = (error: Error) => void

export interface CountedPool extends PostgresPool {
  readCounts(): PoolCounts
}

export function createPostgresPool(primary: PrimaryFinder, onError: OnError): CountedPool {
  const names = createStatementNames()
  const settings = { max: MAX_CONNECTIONS, query_timeout: QUERY_TIMEOUT_MS, keepAlive: true }
  const pool = createFailoverPool(primary, onError, { ...settings, startupParameters })
  return {
    connect: async () => wrapClient(await pool.connect(), { primary, onError, names }),
    end: pool.end,
    readCounts: pool.readCounts
  }
}

/** For a replica, which another database can stand in for: gives up early. */
export function createReplicaPool(replica: PrimaryFinder, onError: OnError): PostgresPool {
  const names = createStatementNames()
  const settings = { max: MAX_CONNECTIONS, query_timeout: REPLICA_TIMEOUT_MS, keepAlive: true, startupParameters }
  const pool = createFailoverPool(replica, onError, { ...settings, connectTimeoutMs: REPLICA_TIMEOUT_MS })
  return { connect: async () => wrapClient(await pool.connect(), { primary: replica, onError, names }), end: pool.end }
}

/** Has no query timeout, because migrations may take longer than a request. */
export function createMigrationPool(primary: PrimaryFinder, onError: OnError): PostgresPool {
  const pool = createFailoverPool(primary, onError, { max: 1, startupParameters: {} })
  return { connect: async () => wrapClient(await pool.connect(), { primary, onError, names: null }), end: pool.end }
}

interface FailoverPoolSettings {
  max: number
  query_timeout?: number
  keepAlive?: boolean
  connectTimeoutMs?: number
  startupParameters: Partial<typeof startupParameters>
}

/** Connects to the primary, also after it has moved to another host. */
function createFailoverPool(
  primary: PrimaryFinder,
  onError: OnError,
  { startupParameters: parameters, connectTimeoutMs = CONNECT_TIMEOUT_MS, ...settings }: FailoverPoolSettings
) {
  let startup = parameters
  let opened = open()

  function open() {
    const connectionString = primary.address()
    const timeouts = { connectionTimeoutMillis: connectTimeoutMs, ...startup }
    const pool = new pg.Pool({ connectionString, ...settings, ...timeouts })
    // Without a listener, the error of an idle connection would end the process.
    pool.on('error', onError)
    return { address: connectionString, pool }
  }

  /** Unless another caller has done it. */
  function replace(old: typeof opened) {
    if (opened !== old) return
    opened = open()
    void old.pool.end()
  }

  async function connect(): Promise<pg.PoolClient> {
    const tried = opened
    if (tried.address !== primary.address()) {
      replace(tried)
      return connect()
    }
    try {
      return await tried.pool.connect()
    } catch (error) {
      if (opened !== tried) return connect()
      if (isStartupParameterRefused(error) && Object.keys(startup).length > 0) {
        startup = {}
        replace(tried)
        return connect()
      }
      if (!isDatabaseUnavailable(error)) throw error
      await primary.find()
      if (primary.address() === tried.address) throw error
      return connect()
    }
  }

  return {
    connect,
    end: () => opened.pool.end(),
    readCounts: (): PoolCounts => {
      const { totalCount: total, idleCount: idle, waitingCount: waiting } = opened.pool
      return { total, idle, waiting, max: settings.max }
    }
  }
}

/** By PgBouncer: https://www.pgbouncer.org/config.html#ignore_startup_parameters */
const isStartupParameterRefused = (error: unknown) =>
  error instanceof Error && error.message.startsWith('unsupported startup parameter')

interface ClientSetup {
  primary: PrimaryFinder
  onError: OnError
  names: PreparedStatementNames | null
}

function wrapClient(client: pg.PoolClient, { primary, onError, names }: ClientSetup): PostgresPoolClient {
  let isBroken = false
  let isInTransaction = false
  client.on('error', onError)

  async function run<Row>(text: string, parameters: readonly unknown[]) {
    const name = parameters.length === 0 ? undefined : names?.nameOf(text)
    const values = [...parameters]
    const result = await client.query<Row & pg.QueryResultRow>({
      text,
      values,
      ...(name === undefined ? {} : { name })
    })
    return { command: toCommand(result.command), rowCount: result.rowCount ?? 0, rows: result.rows as Row[] }
  }

  async function query<Row>(text: string, parameters: readonly unknown[]) {
    if (/^(begin|start transaction)\b/i.test(text)) isInTransaction = true
    if (/^(commit|rollback)$/i.test(text)) isInTransaction = false
    try {
      return await run<Row>(text, parameters)
    } catch (error) {
      if (isPreparedStatementError(error)) {
        names?.disable()
        if (!isInTransaction) return run<Row>(text, parameters)
        isBroken = true
      }
      if (isDatabaseUnavailable(error)) {
        isBroken = true
        void primary.find()
      }
      throw error
    }
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
