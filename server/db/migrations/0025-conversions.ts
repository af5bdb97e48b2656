import { type Kysely, sql } from 'kysely'

/** Not in `campaigns`, because whoever reads a campaign must not read its tokens. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table campaign_conversions (
    id text primary key,
    lpid text not null,
    network text not null check (network in ('meta', 'tiktok')),
    token text not null,
    test_code text,
    created_at timestamptz not null,
    removed_at timestamptz,
    check ((token = '') = (removed_at is not null))
  )`.execute(db)
  await sql`create unique index campaign_conversions_of on campaign_conversions (lpid, network)
    where removed_at is null`.execute(db)
}
