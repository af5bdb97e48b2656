import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table ledger_root_days (
    day text primary key check (day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
    created_at timestamptz not null
  )`.execute(db)
  await sql`create table ledger_roots (
    day text not null references ledger_root_days (day),
    lpid text not null,
    root text not null check (length(root) = 64),
    chains integer not null check (chains > 0),
    primary key (day, lpid)
  )`.execute(db)
  await sql`create table ledger_root_leaves (
    user_id text not null,
    seq bigint not null,
    day text not null,
    lpid text not null,
    hash text not null check (length(hash) = 64),
    path jsonb not null,
    primary key (user_id, seq),
    foreign key (user_id, seq) references ledger_txns (user_id, seq),
    foreign key (day, lpid) references ledger_roots (day, lpid)
  )`.execute(db)
  await sql`create index ledger_root_leaves_of_root on ledger_root_leaves (day, lpid)`.execute(db)
  await sql`create index ledger_roots_of_campaign on ledger_roots (lpid, day)`.execute(db)
  await sql`create index ledger_txns_by_time on ledger_txns (created_at)`.execute(db)
  for (const table of ['ledger_root_days', 'ledger_roots', 'ledger_root_leaves']) {
    await sql
      .raw(`create trigger ${table}_append_only before update or delete on ${table}
        for each row execute function refuse_ledger_change()`)
      .execute(db)
    await sql
      .raw(`create trigger ${table}_never_emptied before truncate on ${table} execute function refuse_ledger_change()`)
      .execute(db)
  }
}
