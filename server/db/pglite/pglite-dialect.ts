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
import type { StatementResult } from './pglite-supervisor.js'

/** What the dialect needs of an embedded database; `generation` is given back with every statement of a connection. */
export interface EmbeddedDatabase {
  generation: number
  waitReady(): Promise<void>
  run(statement: string, parameters: readonly unknown[], generation?: number): Promise<StatementResult>
  close(): Promise<void>
}

/** Kysely over one embedded connection: a transaction holds the door for everyone else. */
export class PGliteDialect implements Dialect {
  constructor(
    private readonly database: EmbeddedDatabase,
    private readonly guard: (statement: string) => Promise<void>
  ) {}

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
    return new PGliteDriver(this.database, this.guard)
  }
}

class PGliteDriver implements Driver {
  private door: Promise<void> = Promise.resolve()
  private readonly leaving = new WeakMap<DatabaseConnection, () => void>()

  constructor(
    private readonly database: EmbeddedDatabase,
    private readonly guard: (statement: string) => Promise<void>
  ) {}

  init() {
    return this.database.waitReady()
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.door
    let leave = () => {}
    this.door = new Promise(resolve => {
      leave = resolve
    })
    await before
    const connection = new PGliteConnection(this.database, this.guard)
    this.leaving.set(connection, leave)
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
    this.leaving.get(connection)?.()
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
    const changed = affected === null ? {} : { numAffectedRows: BigInt(affected) }
    return { rows: rows as Row[], ...changed }
  }

  // biome-ignore lint/correctness/useYield: the interface asks for a generator, nothing here streams
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('streaming is not supported')
  }
}
