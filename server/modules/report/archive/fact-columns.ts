import { type RawBuilder, sql } from 'kysely'

/** The columns of the queue and of the files, with their types in DuckDB and Parquet. */
const types = {
  lpid: 'VARCHAR',
  at: 'TIMESTAMPTZ',
  kind: 'VARCHAR',
  drama_id: 'VARCHAR',
  episode_no: 'INTEGER',
  currency: 'VARCHAR',
  is_test: 'BOOLEAN',
  coins: 'BIGINT',
  amount: 'BIGINT',
  utm_source: 'VARCHAR',
  country: 'VARCHAR'
} as const

/** In quotes, because `at` is a keyword of DuckDB. */
const names = Object.keys(types).map(name => `"${name}"`)

export const factColumns: RawBuilder<unknown> = sql.raw(names.join(', '))
export const factColumnText = names.join(', ')
/** For `create table` of DuckDB. */
export const factTableColumns = Object.entries(types)
  .map(([name, type]) => `"${name}" ${type}`)
  .join(', ')
/** For `from_json` of DuckDB. */
export const factListStructure = JSON.stringify([types])
