import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index favorites_newest on favorites (user_id, created_at, drama_id)`.execute(db)
  await sql`create index favorites_drama on favorites (drama_id)`.execute(db)
  await sql`create index drama_progress_latest on drama_progress (user_id, updated_at, drama_id)`.execute(db)
  await sql`create table feedback (
    user_id text not null,
    id text not null,
    kind text not null,
    text text not null,
    order_no text,
    lang text not null,
    user_agent text not null,
    created_at timestamptz not null,
    primary key (user_id, id)
  )`.execute(db)
}
