import type { ColumnType, Selectable } from 'kysely'
import type { Lang } from '../../../contract/protocol/language.js'
import type { Instant, Json, OptionalInstant, OptionalText } from './column-types.js'

export interface ReportMailTables {
  report_schedules: ReportScheduleTable
  report_mails: ReportMailTable
}

/** `weekday` is 1 for Monday, and null for daily reports. */
interface ReportScheduleTable {
  id: string
  partner_id: string
  lpid: string | null
  recipients: Json<string[]>
  frequency: 'daily' | 'weekly'
  weekday: number | null
  hour: number
  timezone: string
  lang: Lang
  created_at: Instant
  created_by: string
  next_at: Instant
  try_at: Instant
  attempts: ColumnType<number, number | undefined, number>
  leased_until: OptionalInstant
  last_problem: OptionalText
}

export type ReportSchedule = Selectable<ReportScheduleTable>

interface ReportMailTable {
  schedule_id: string
  period: string
  recipient: string
  status: 'sending' | 'sent' | 'failed'
  at: Instant
}
