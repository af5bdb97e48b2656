import { type Kysely, sql } from 'kysely'

const statements = [
  `create table clock_guard (
    id integer primary key default 1 check (id = 1),
    trusted_until timestamptz not null
  )`,
  `create table ledger_unpublished (
    user_id text not null,
    seq bigint not null,
    primary key (user_id, seq)
  )`,
  `insert into ledger_unpublished (user_id, seq)
    select txn.user_id, txn.seq from ledger_txns as txn left join (
      select user_id, max(seq) as seq from ledger_root_leaves group by user_id
    ) as published on published.user_id = txn.user_id
    where txn.seq > coalesce(published.seq, 0)`,
  `create function note_unpublished_txn() returns trigger language plpgsql as $$
  begin
    insert into ledger_unpublished (user_id, seq) values (new.user_id, new.seq);
    return null;
  end $$`,
  `create trigger ledger_txns_unpublished after insert on ledger_txns
    for each row execute function note_unpublished_txn()`
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
