import { type Kysely, sql } from 'kysely'

/** Members who manage the other members of their partner. The oldest member of a partner becomes one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table members add column is_partner_admin boolean not null default false
    constraint members_partner_admin check (not is_partner_admin or role = 'partner')`.execute(db)
  await sql`update members set is_partner_admin = true where id in (
    select distinct on (partner_id) id from members where partner_id is not null and disabled_at is null
    order by partner_id, created_at, id
  )`.execute(db)
  await sql`create index members_of_partner on members (partner_id, created_at, id)
    where partner_id is not null`.execute(db)
  await sql`create index partners_oldest on partners (created_at, id)`.execute(db)
}
