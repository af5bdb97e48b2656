import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult
} from 'kysely'
import type { PoolCounts } from '../pool-counts.js'
import type { StatementResult } from './pglite-supervisor.js'

export interface EmbeddedDatabase {
  generation: number
  waitReady(): Promise<void>
  run(statement: string, parameters: readonly unknown[], generation?: number): Promise<StatementResult>
  close(): Promise<void>
}

/** Shares one connection: a transaction blocks all other queries until it ends. */
export class PGliteDialect implements Dialect {
  /** Who holds the connection, and who waits for it. */
  private readonly callers = { count: 0 }

  constructor(
    private readonly database: EmbeddedDatabase,
    private readonly guard: (statement: string) => Promise<void>
  ) {}

  readCounts(): PoolCounts {
    const { count } = this.callers
    return { total: 1, idle: count === 0 ? 1 : 0, waiting: Math.max(0, count - 1), max: 1 }
  }

  createAdapter() {
    return new PostgresAdapter()
  }

  createQueryCompiler() {
    return new PostgresQueryCompiler()
  }

  createIntrospector(db: Kysely<unknown>) {
    return new PostgresIntrospector(db)
  }

  createDriver(): Driver {
    return new PGliteDriver(this.database, this.guard, this.callers)
  }
}

class PGliteDriver implements Driver {
  private queue: Promise<void> = Promise.resolve()
  private readonly releases = new WeakMap<DatabaseConnection, () => void>()

  constructor(
    private readonly database: EmbeddedDatabase,
    private readonly guard: (statement: string) => Promise<void>,
    private readonly callers: { count: number }
  ) {}

  init() {
    return this.database.waitReady()
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    this.callers.count++
    const previous = this.queue
    let release = () => {}
    this.queue = new Promise(resolve => {
      release = resolve
    })
    await previous
    const connection = new PGliteConnection(this.database, this.guard)
    this.releases.set(connection, release)
    return connection
  }

  async beginTransaction(connection: DatabaseConnection, { isolationLevel }: { isolationLevel?: string }) {
    await connection.executeQuery(
      CompiledQuery.raw(isolationLevel ? `begin isolation level ${isolationLevel}` : 'begin')
    )
  }

  async commitTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async releaseConnection(connection: DatabaseConnection) {
    this.callers.count--
    this.releases.get(connection)?.()
  }

  destroy() {
    return this.database.close()
  }
}

class PGliteConnection implements DatabaseConnection {
  private readonly generation: number

  constructor(
    private readonly database: EmbeddedDatabase,
    private readonly guard: (statement: string) => Promise<void>
  ) {
    this.generation = database.generation
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    await this.guard(sql)
    const { rows, affected } = await this.database.run(sql, parameters, this.generation)
    const affectedRows = affected === null ? {} : { numAffectedRows: BigInt(affected) }
    return { rows: rows as Row[], ...affectedRows }
  }

  // biome-ignore lint/correctness/useYield: the interface requires a generator, but nothing streams here
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('streaming is not supported')
  }
}
