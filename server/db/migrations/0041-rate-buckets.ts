import { type Kysely, sql } from 'kysely'

/** `at_ms` is epoch ms of a server's clock; `granted` is what the last statement took. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create unlogged table rate_buckets (
    key text primary key,
    tokens double precision not null check (tokens >= 0),
    granted double precision not null,
    at_ms double precision not null
  )`.execute(db)
}
