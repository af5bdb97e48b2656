import type { Kysely } from 'kysely'
import type { Config } from '../../../config/config.js'
import type { Database } from '../../../db/schema/schema.js'
import { BusinessError } from '../../../http/business-error.js'
import { untracked } from '../../../http/external-calls.js'
import { forEachIsolated } from '../../../lib/background-job.js'
import { type Log, toLoggedError } from '../../../lib/log.js'
import type { Mail, Mailer } from '../../mail/mailer.js'
import { readReport } from '../report.js'
import { findNextUnsentRun } from './next-run.js'
import { createReportMail } from './report-mail.js'
import {
  claimMail,
  type DueSchedule,
  deleteOldMails,
  finishSchedule,
  leaseDueSchedules,
  recordMail
} from './schedule-queries.js'

const MINUTE_MS = 60_000
export const RETRY_DELAYS_MS = [5, 30, 2 * 60, 6 * 60].map(minutes => minutes * MINUTE_MS)

export interface ReportMailContext {
  db: Kysely<Database>
  config: Config
  log: Log
  mailer: Mailer
}

/** Returns the number of schedules that it ran. */
export async function sendDueReports(context: ReportMailContext, now: Date): Promise<number> {
  const schedules = await leaseDueSchedules(context.db, now)
  await forEachIsolated(schedules, schedule => runSchedule(context, schedule, now))
  return schedules.length
}

async function runSchedule(context: ReportMailContext, schedule: DueSchedule, now: Date): Promise<void> {
  const { db, log } = context
  try {
    const report = await readScheduledReport(context, schedule)
    const period = `${report.from}..${report.to}`
    const mail = createReportMail(report, {
      partnerName: schedule.partner_name,
      frequency: schedule.frequency,
      lang: schedule.lang,
      currency: context.config.currency,
      consoleUrl: toConsoleUrl(context.config, schedule, report)
    })
    let failures = 0
    for (const recipient of schedule.recipients) {
      if (!(await claimMail(db, schedule, { period, recipient, now }))) continue
      const isSent = await sendMail(context, { ...mail, to: recipient })
      await recordMail(db, schedule, { period, recipient, status: isSent ? 'sent' : 'failed', now })
      if (!isSent) failures += 1
    }
    await deleteOldMails(db, schedule, now)
    await planNext(db, schedule, now, failures === 0 ? null : 'not_taken')
  } catch (error) {
    log.warn({ id: schedule.id, error: toLoggedError(error) }, 'a scheduled report cannot be made')
    await planNext(db, schedule, now, error instanceof BusinessError ? 'unknown_campaign' : 'no_report')
  }
}

/** As if it were the time at which the report is due, so that a late one has the same days. */
function readScheduledReport({ db, config, log }: ReportMailContext, schedule: DueSchedule) {
  const { partner_id: id, partner_name: name, lpid, frequency, lang, next_at: now } = schedule
  const context = { db, config, log, now, partner: { id, name }, factArchive: null, trackExternalWait: untracked }
  return readReport(context, {
    ...(lpid === null ? {} : { lpid }),
    ...(frequency === 'daily' ? { from: 'yesterday' } : {}),
    to: 'yesterday',
    group_by: 'lpid',
    lang,
    format: 'json',
    reconcile: 'yes',
    page_size: 1000
  })
}

async function sendMail({ mailer, log }: ReportMailContext, mail: Mail): Promise<boolean> {
  try {
    await mailer.send(mail, { address: 'report' })
    return true
  } catch (error) {
    log.warn({ error: toLoggedError(error) }, 'a report was not taken by the mail server')
    return false
  }
}

/** A campaign that is not the partner's any more comes back at its next time only, because trying again would not help. */
function planNext(db: Kysely<Database>, schedule: DueSchedule, now: Date, problem: string | null): Promise<void> {
  const delayMs =
    problem === null || problem === 'unknown_campaign' ? undefined : RETRY_DELAYS_MS[schedule.attempts - 1]
  if (delayMs !== undefined) {
    return finishSchedule(db, schedule, { try_at: new Date(now.getTime() + delayMs), last_problem: problem })
  }
  const next = findNextUnsentRun(schedule, schedule.next_at, now)
  return finishSchedule(db, schedule, { next_at: next, try_at: next, attempts: 0, last_problem: problem })
}

function toConsoleUrl(
  { publicUrl }: Config,
  { lpid }: DueSchedule,
  { from, to }: { from: string; to: string }
): string | null {
  if (publicUrl === null) return null
  const url = new URL('/console/partner/report', publicUrl)
  url.search = new URLSearchParams({ from, to, group_by: 'lpid', ...(lpid === null ? {} : { lpid }) }).toString()
  return url.href
}
