import { type Kysely, sql } from 'kysely'

// By the database's clock, so that a server whose clock is ahead deletes nothing early.
const rules = [
  `create function refuse_early_answer_loss() returns trigger language plpgsql as $$
  declare
    kept_for interval := case when old.answer like '{"code":200,%' then interval '35 days' else interval '1 day' end;
  begin
    if old.created_at > now() - kept_for then
      raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
    end if;
    return old;
  end $$`,
  'drop trigger idempotent_answers_append_only on idempotent_answers',
  `create trigger idempotent_answers_append_only before update on idempotent_answers
    for each row execute function refuse_ledger_change()`,
  `create trigger idempotent_answers_kept before delete on idempotent_answers
    for each row execute function refuse_early_answer_loss()`,
  'create index idempotent_answers_age on idempotent_answers using brin (created_at)',
  `create index idempotent_answers_refused on idempotent_answers (created_at) where answer not like '{"code":200,%'`
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const rule of rules) await sql.raw(rule).execute(db)
}
