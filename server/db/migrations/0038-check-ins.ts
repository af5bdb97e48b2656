import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table campaigns add column checkin_enabled boolean not null default true`.execute(db)
  await sql`alter table task_states drop constraint task_states_code_check`.execute(db)
  await sql`alter table task_states add constraint task_states_code_check
    check (code in ('home_15s', 'watch_5', 'watch_10', 'watch_15', 'topup_gift', 'check_in'))`.execute(db)
  await sql`create index task_states_check_ins on task_states (user_id, day) where code = 'check_in'`.execute(db)
}
