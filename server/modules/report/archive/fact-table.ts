import type { DuckDBConnection } from '@duckdb/node-api'
import { quoteLiteral } from './duckdb.js'
import { factColumnText, factListStructure, factTableColumns } from './fact-columns.js'

/** Creates the temporary table `loaded_facts`. */
export async function createFactTable(connection: DuckDBConnection): Promise<void> {
  await connection.run(`create temp table loaded_facts (${factTableColumns})`)
}

/** Adds facts to the table `loaded_facts`. `list` is a JSON array of rows of the queue. */
export async function loadFacts(connection: DuckDBConnection, list: string): Promise<void> {
  await connection.run(
    `insert into loaded_facts select ${factColumnText} from (select unnest(from_json($1, $2), recursive := true))`,
    [list, factListStructure]
  )
}

/** There must be a file. */
export const selectFiles = (paths: readonly string[]) => `read_parquet([${paths.map(quoteLiteral).join(', ')}])`
