import { mkdir } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'

const MEMORY_LIMIT = '512MB'

/** Runs SQL on Parquet files, in threads of its own. */
export interface DuckDb {
  /** The connection, with its temporary tables, ends with `work`. */
  connect<Result>(work: (connection: DuckDBConnection) => Promise<Result>): Promise<Result>
}

/** `temporaryFolder` takes what does not fit in memory. DuckDB is loaded by the first `connect`. */
export function createDuckDb(temporaryFolder: string): DuckDb {
  let opened: Promise<DuckDBInstance> | null = null
  const open = async () => {
    await mkdir(temporaryFolder, { recursive: true, mode: 0o700 })
    const { DuckDBInstance } = await import('@duckdb/node-api')
    return DuckDBInstance.create(':memory:', {
      // Leaves a core to the event loop.
      threads: `${Math.max(1, availableParallelism() - 1)}`,
      memory_limit: MEMORY_LIMIT,
      temp_directory: temporaryFolder,
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false'
    })
  }
  return {
    async connect(work) {
      opened ??= open().catch(error => {
        opened = null
        throw error
      })
      const connection = await (await opened).connect()
      try {
        await connection.run(`set timezone = 'UTC'`)
        return await work(connection)
      } finally {
        connection.closeSync()
      }
    }
  }
}

/** For what a statement cannot take as a parameter. */
export const quoteLiteral = (text: string) => `'${text.replaceAll("'", "''")}'`
