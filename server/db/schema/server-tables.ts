import type { BigIntColumn, Instant } from './column-types.js'

export interface ServerTables {
  servers: ServerTable
}

/** What each server has last written about itself. `database_waiting` counts requests that wait for a connection. */
interface ServerTable {
  id: string
  host: string
  pid: number
  version: string
  started_at: Instant
  seen_at: Instant
  memory_bytes: BigIntColumn
  database_waiting: number
  failed_jobs: number
}
