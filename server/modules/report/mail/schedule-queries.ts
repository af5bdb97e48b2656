import { type Kysely, sql } from 'kysely'
import type { ReportSchedule } from '../../../db/schema/report-mail-tables.js'
import type { Database } from '../../../db/schema/schema.js'

const BATCH_SIZE = 5
/** Longer than a report and ten mails take, so that a lease ends only if its server has died. */
const LEASE_MS = 5 * 60_000
const MAIL_RETENTION_MS = 90 * 86_400_000

export type DueSchedule = ReportSchedule & { partner_name: string }

export async function leaseDueSchedules(db: Kysely<Database>, now: Date): Promise<DueSchedule[]> {
  const leasedUntil = new Date(now.getTime() + LEASE_MS)
  const { rows } = await sql<DueSchedule>`update report_schedules
    set leased_until = ${leasedUntil}, attempts = attempts + 1
    from (
      select report_schedules.id, partners.name as partner_name
      from report_schedules join partners on partners.id = report_schedules.partner_id and partners.revoked_at is null
      where try_at <= ${now} and (leased_until is null or leased_until <= ${now})
      order by try_at limit ${BATCH_SIZE} for update of report_schedules skip locked
    ) due
    where report_schedules.id = due.id
    returning report_schedules.*, due.partner_name`.execute(db)
  return rows
}

/**
 * Whether this server may send the mail: once for a recipient and a period, again only after a failure, and not if the
 * schedule has been changed, deleted or leased by another server since.
 */
export async function claimMail(
  db: Kysely<Database>,
  { id, leased_until }: ReportSchedule,
  { period, recipient, now }: { period: string; recipient: string; now: Date }
): Promise<boolean> {
  const { rows } = await sql`insert into report_mails (schedule_id, period, recipient, status, at)
    select id, ${period}::text, ${recipient}::text, 'sending', ${now}::timestamptz from report_schedules
    where id = ${id} and leased_until = ${leased_until}
    on conflict (schedule_id, period, recipient) do update set status = 'sending', at = excluded.at
      where report_mails.status = 'failed'
    returning 1`.execute(db)
  return rows.length > 0
}

export async function recordMail(
  db: Kysely<Database>,
  { id }: ReportSchedule,
  { period, recipient, status, now }: { period: string; recipient: string; status: 'sent' | 'failed'; now: Date }
): Promise<void> {
  await db
    .updateTable('report_mails')
    .set({ status, at: now })
    .where('schedule_id', '=', id)
    .where('period', '=', period)
    .where('recipient', '=', recipient)
    .execute()
}

/** Does nothing if the schedule has been changed or leased by another server since. */
export async function finishSchedule(
  db: Kysely<Database>,
  { id, leased_until }: ReportSchedule,
  changes: { next_at?: Date; try_at: Date; attempts?: number; last_problem: string | null }
): Promise<void> {
  await db
    .updateTable('report_schedules')
    .set({ ...changes, leased_until: null })
    .where('id', '=', id)
    .where('leased_until', '=', leased_until ?? new Date(0))
    .execute()
}

export async function deleteOldMails(db: Kysely<Database>, { id }: ReportSchedule, now: Date): Promise<void> {
  await db
    .deleteFrom('report_mails')
    .where('schedule_id', '=', id)
    .where('at', '<', new Date(now.getTime() - MAIL_RETENTION_MS))
    .execute()
}
