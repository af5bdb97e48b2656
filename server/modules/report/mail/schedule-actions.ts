import { z } from 'zod'
import { langs } from '../../../../contract/protocol/language.js'
import { lpid } from '../../../../contract/visitor.js'
import { transaction } from '../../../db/transaction.js'
import { createFieldError } from '../../../http/business-error.js'
import { isTimeZone } from '../../../lib/time-zone.js'
import { lockPartner } from '../../partner/lock-partner.js'
import { readOwnCampaigns } from '../../partner/own-campaigns.js'
import { definePartnerAction, type PartnerContext } from '../../partner/partner-action.js'
import { findNextRun } from './next-run.js'

const MAX_SCHEDULES = 20
const MAX_RECIPIENTS = 10

const email = z
  .string()
  .max(254)
  .transform(text => text.trim().toLowerCase())
  .pipe(z.email())
const scheduleId = z.string().regex(/^rs_[0-9a-f]{16}$/)
/** 1 is Monday. */
const weekday = z.number().int().min(1).max(7)

/** `last_problem` is that of the latest attempt. A mail that is `sending` for minutes may have been sent or not. */
const schedule = z.object({
  id: z.string(),
  lpid: z.string().nullable(),
  recipients: z.array(z.string()),
  frequency: z.enum(['daily', 'weekly']),
  weekday: weekday.nullable(),
  hour: z.number().int(),
  timezone: z.string(),
  lang: z.enum(langs),
  created_at: z.date(),
  created_by: z.string(),
  next_at: z.date(),
  try_at: z.date(),
  last_problem: z.enum(['not_taken', 'unknown_campaign', 'no_report']).nullable(),
  mails: z.array(
    z.object({ period: z.string(), recipient: z.string(), status: z.enum(['sending', 'sent', 'failed']), at: z.date() })
  )
})

const listRequest = z.object({})
const listResponse = z.object({ list: z.array(schedule), is_mail_available: z.boolean() })

const MAX_LISTED_MAILS = 20

export const listSchedulesAction = definePartnerAction({
  method: 'GET',
  path: '/partner/schedule_list',
  description: 'Lists the partner’s scheduled reports with their latest mails.',
  request: listRequest,
  response: listResponse,
  run: async ({ db, partner, mailer }) => {
    const schedules = await db
      .selectFrom('report_schedules')
      .selectAll()
      .where('partner_id', '=', partner.id)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    const list = await Promise.all(
      schedules.map(async ({ partner_id: _, attempts: _attempts, leased_until: _lease, last_problem, ...row }) => {
        const mails = await db
          .selectFrom('report_mails')
          .select(['period', 'recipient', 'status', 'at'])
          .where('schedule_id', '=', row.id)
          .orderBy('period', 'desc')
          .orderBy('recipient')
          .limit(MAX_LISTED_MAILS)
          .execute()
        return { ...row, last_problem: schedule.shape.last_problem.catch(null).parse(last_problem), mails }
      })
    )
    return { list, is_mail_available: mailer.kind !== 'none' }
  }
})

/** Without `id` it adds a schedule. */
const saveRequest = z.strictObject({
  id: scheduleId.optional(),
  lpid: lpid.nullable().default(null),
  recipients: z.array(email).min(1).max(MAX_RECIPIENTS),
  frequency: z.enum(['daily', 'weekly']),
  weekday: weekday.nullable().default(null),
  hour: z.number().int().min(0).max(23),
  timezone: z.string().max(64).refine(isTimeZone),
  lang: z.enum(langs)
})
const saveResponse = z.object({ id: z.string(), next_at: z.date() })

export const saveScheduleAction = definePartnerAction({
  method: 'POST',
  path: '/partner/schedule_save',
  description:
    'Adds or changes a scheduled report: `daily` with the numbers of the day before, or `weekly` on a `weekday` (1 is Monday) with those of seven days. `hour` is in `timezone`.',
  request: saveRequest,
  response: saveResponse,
  readState: readSchedules,
  run: async (context, { id, recipients, weekday: day, ...sent }) => {
    const { db, partner, now, random, mailer, member } = context
    if (mailer.kind === 'none') throw createFieldError('recipients', 'no_mail')
    if (sent.lpid !== null) await readOwnCampaigns(context, sent.lpid)
    if ((sent.frequency === 'weekly') !== (day !== null)) throw createFieldError('weekday', 'weekly_only')
    const next = findNextRun({ weekday: day, hour: sent.hour, timezone: sent.timezone }, now)
    const values = {
      ...sent,
      weekday: day,
      recipients: JSON.stringify([...new Set(recipients)]),
      next_at: next,
      try_at: next,
      attempts: 0,
      leased_until: null,
      last_problem: null
    }
    return transaction(db, async trx => {
      await lockPartner(trx, partner.id)
      if (id !== undefined) {
        const changed = await trx
          .updateTable('report_schedules')
          .set(values)
          .where('id', '=', id)
          .where('partner_id', '=', partner.id)
          .returning('id')
          .executeTakeFirst()
        if (changed === undefined) throw createFieldError('id', 'unknown_schedule')
        return { id, next_at: next }
      }
      const others = await trx
        .selectFrom('report_schedules')
        .select('id')
        .where('partner_id', '=', partner.id)
        .execute()
      if (others.length >= MAX_SCHEDULES) throw createFieldError('id', 'too_many_schedules')
      const created = `rs_${random.bytes(8).toString('hex')}`
      const createdBy = member?.email ?? 'key'
      await trx
        .insertInto('report_schedules')
        .values({ ...values, id: created, partner_id: partner.id, created_at: now, created_by: createdBy })
        .execute()
      return { id: created, next_at: next }
    })
  }
})

const deleteRequest = z.object({ id: scheduleId })
const deleteResponse = z.object({ id: z.string(), deleted: z.literal(true) })

export const deleteScheduleAction = definePartnerAction({
  method: 'POST',
  path: '/partner/schedule_delete',
  description: 'Deletes a scheduled report with the list of its mails. Nothing more is sent.',
  request: deleteRequest,
  response: deleteResponse,
  readState: readSchedules,
  run: async ({ db, partner }, { id }) => {
    const deleted = await db
      .deleteFrom('report_schedules')
      .where('id', '=', id)
      .where('partner_id', '=', partner.id)
      .returning('id')
      .executeTakeFirst()
    if (deleted === undefined) throw createFieldError('id', 'unknown_schedule')
    return { id, deleted: true as const }
  }
})

/** All of the partner under their ids, because a new one has no id before. */
async function readSchedules({ db, partner }: PartnerContext) {
  const rows = await db
    .selectFrom('report_schedules')
    .select(['id', 'lpid', 'recipients', 'frequency', 'weekday', 'hour', 'timezone', 'lang'])
    .where('partner_id', '=', partner.id)
    .orderBy('created_at')
    .execute()
  return Object.fromEntries(rows.map(({ id, ...row }) => [id, row]))
}
