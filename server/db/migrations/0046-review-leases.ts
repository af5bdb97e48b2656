import { type Kysely, sql } from 'kysely'
import { createIndexes, type LargeIndex } from '../large-index.js'

export const indexes: readonly LargeIndex[] = [
  // With all columns of the count, which then needs no rows.
  {
    name: 'reward_submissions_waiting',
    table: 'reward_submissions',
    rows: '(channel, created_at, appealed_at) where status = 0'
  },
  {
    name: 'reward_submissions_decided',
    table: 'reward_submissions',
    rows: '(reviewed_at desc, id desc) where status <> 0'
  },
  {
    name: 'reward_submissions_status',
    table: 'reward_submissions',
    rows: '(status, reviewed_at desc, id desc) where status <> 0'
  },
  {
    name: 'reward_submissions_reviewer',
    table: 'reward_submissions',
    rows: '(reviewer, reviewed_at desc, id desc) where status <> 0'
  },
  { name: 'reward_images_sha256', table: 'reward_images', rows: '(sha256)' }
]

const rules = [
  // As in 0013, and the decision of a person can be taken back for some seconds while the viewer has not claimed.
  `create or replace function check_submission_change() returns trigger language plpgsql as $$
  begin
    if (new.id, new.channel, new.reward_bonus, new.zone, new.created_at) is distinct from
       (old.id, old.channel, old.reward_bonus, old.zone, old.created_at)
      or new.image_id is distinct from old.image_id then
      raise exception 'a submission does not change' using errcode = 'restrict_violation';
    end if;
    if new.status <> old.status and not (
      (old.status = 0 and new.status in (1, 3))
      or (old.status = 1 and new.status = 2 and old.claim_until > new.claimed_at)
      or (old.status = 3 and new.status = 0 and old.appealed_at is null and new.appealed_at is not null)
      or (old.status in (1, 3) and new.status = 0 and new.reviewed_at is null
        and abs(extract(epoch from new.undone_at - old.reviewed_at)) <= 15)
    ) then
      raise exception 'a submission does not go from % to %', old.status, new.status
        using errcode = 'restrict_violation';
    end if;
    if old.appealed_at is not null and new.appealed_at is distinct from old.appealed_at
      or old.claimed_at is not null and (new.claimed_at, new.paid_to) is distinct from (old.claimed_at, old.paid_to) then
      raise exception 'this happens once' using errcode = 'restrict_violation';
    end if;
    return new;
  end $$`
]

/** `budget_lpid` is the budget in which an approval was counted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table review_leases (
    submission_id text primary key references reward_submissions (id),
    holder text not null,
    operator text not null,
    expires_at timestamptz not null
  )`.execute(db)
  await sql`create index review_leases_holder on review_leases (holder)`.execute(db)
  await sql`alter table reward_submissions add column undone_at timestamptz, add column budget_lpid text`.execute(db)
  for (const rule of rules) await sql.raw(rule).execute(db)
  await createIndexes(db, indexes)
}
