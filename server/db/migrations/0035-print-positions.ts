import { type Kysely, sql } from 'kysely'

const rules = [
  // For the previous version of the server. A lower position was committed earlier, because whoever inserts holds the advisory lock of pictures.
  `create function number_reward_print() returns trigger language plpgsql as $$
  begin
    select position into new.position from reward_prints where submission_id = new.submission_id limit 1;
    if new.position is null then
      select coalesce(max(position), 0) + 1 into new.position from reward_prints;
    end if;
    return new;
  end $$`,
  `create trigger reward_prints_numbered before insert on reward_prints
    for each row when (new.position is null) execute function number_reward_print()`,
  `create index reward_images_to_compare on reward_images (position)
    where compared_to < position - 1 and removed_at is null`
]

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table reward_prints add column position integer`.execute(db)
  await sql`update reward_prints set position = numbered.position from (
    select submission_id, no, dense_rank() over (order by created_at, submission_id) as position from reward_prints
  ) as numbered where numbered.submission_id = reward_prints.submission_id and numbered.no = reward_prints.no`.execute(
    db
  )
  await sql`alter table reward_prints alter column position set not null`.execute(db)
  await sql`create unique index reward_prints_position on reward_prints (position, no)`.execute(db)
  await sql`alter table reward_images add column compared_to integer, add column is_duplicate boolean,
    add column position integer`.execute(db)
  for (const rule of rules) await sql.raw(rule).execute(db)
}
