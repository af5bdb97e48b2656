import { type Kysely, sql } from 'kysely'

/**
 * Files of episodes that members upload, and the jobs that make a package of them. A server holds the lock of an upload
 * while it writes its file, and the lease of a job while it runs it, so that servers with one DATA_DIR share the work.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table ingest_jobs (
    id text primary key,
    drama_id text not null,
    state text not null check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
    created_by text not null,
    created_at timestamptz not null,
    started_at timestamptz,
    finished_at timestamptz,
    attempt integer not null default 0,
    lease_holder text,
    leased_until timestamptz,
    is_cancel_wanted boolean not null default false,
    episodes_done integer not null default 0,
    episodes_total integer not null default 0,
    current_file text,
    percent integer not null default 0 check (percent between 0 and 100),
    log jsonb not null default '[]',
    failure_kind text,
    failure text,
    failed_upload_id text
  )`.execute(db)
  await sql`create unique index ingest_jobs_one_of_drama on ingest_jobs (drama_id)
    where state in ('queued', 'running')`.execute(db)
  await sql`create index ingest_jobs_of_drama on ingest_jobs (drama_id, id)`.execute(db)
  await sql`create index ingest_jobs_by_state on ingest_jobs (state, id)`.execute(db)
  await sql`create index ingest_jobs_failed on ingest_jobs (finished_at) where state = 'failed'`.execute(db)
  await sql`create table uploads (
    id text primary key,
    drama_id text not null,
    file_name text not null,
    kind text not null check (kind in ('video', 'captions')),
    episode_no integer check (episode_no > 0),
    lang text check ((kind = 'captions') = (lang is not null)),
    size bigint not null check (size > 0),
    state text not null check (state in ('uploading', 'uploaded')),
    created_by text not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    job_id text references ingest_jobs (id),
    lock_holder text,
    locked_until timestamptz,
    is_lock_wanted boolean not null default false
  )`.execute(db)
  await sql`create unique index uploads_one_of_number on uploads (drama_id, episode_no, (coalesce(lang, '')))
    where episode_no is not null`.execute(db)
  await sql`create index uploads_of_drama on uploads (drama_id, id)`.execute(db)
  await sql`create index uploads_of_job on uploads (job_id) where job_id is not null`.execute(db)
  await sql`create index uploads_by_age on uploads (updated_at)`.execute(db)
}
