import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table operator_results (
    entry_id text primary key,
    code integer not null,
    reason text,
    created_at timestamptz not null
  )`.execute(db)
  for (const [name, event] of [
    ['kept', 'delete'],
    ['append_only', 'update']
  ])
    await sql
      .raw(`create trigger operator_results_${name} before ${event} on operator_results
        for each row execute function refuse_reward_loss()`)
      .execute(db)
  await sql`create trigger operator_results_never_emptied before truncate on operator_results
    execute function refuse_reward_loss()`.execute(db)
  // My shows the viewer these eight signs.
  await sql`create index users_short_id on users (upper(right(id, 8)))`.execute(db)
}
