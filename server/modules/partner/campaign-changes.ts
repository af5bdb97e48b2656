import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { SUCCESS_CODE } from '../../../contract/protocol/envelope.js'
import type { Lang } from '../../../contract/protocol/language.js'
import { listOf } from '../../../contract/protocol/list.js'
import type { Database } from '../../db/schema/schema.js'
import { cutToPage, formatCursor, isBeforeKey, parseCursor } from '../../lib/cursor.js'
import { parseGrouping } from '../report/dimensions.js'
import { timeOfSlot } from '../report/period.js'
import { readScope, reportRequest } from '../report/report.js'
import { formatProductTitle } from '../store/product-titles.js'
import {
  changedSettings,
  changingActions,
  type EntryChanges,
  type LoggedChange,
  type LoggedStates,
  listLoggedChanges
} from './logged-changes.js'
import { definePartnerAction } from './partner-action.js'

/** Entries that are read at a time. */
const BATCH_SIZE = 200

const listRequest = reportRequest.pick({ lpid: true, from: true, to: true, lang: true, cursor: true }).extend({
  page_size: z.coerce.number().int().min(1).max(100).default(25)
})

/** `before_name` and `after_name` are titles of dramas and products. */
const change = z.object({
  setting: z.enum(changedSettings),
  before: z.string().nullable(),
  before_name: z.string().nullable(),
  after: z.string().nullable(),
  after_name: z.string().nullable(),
  detail: z.string().nullable()
})

/** `changed_by` is the address of a colleague or the id of a key, and null for an operator. */
const changeEntry = z.object({
  id: z.string(),
  changed_at: z.date(),
  changed_by: z.string().nullable(),
  lpid: z.string().nullable(),
  campaign_name: z.string().nullable(),
  changes: z.array(change)
})

export const listCampaignChangesAction = definePartnerAction({
  method: 'GET',
  path: '/partner/campaign_changes',
  description:
    'Lists when which setting of the partner’s campaigns changed, newest first, with the value before and after: free episodes, start, offer, status, experiments, postbacks and keys. A change of keys has no `lpid`.',
  request: listRequest,
  response: listOf(changeEntry).extend({ timezone: z.string() }),
  run: async (context, { lpid, from, to, lang = 'pt', cursor, page_size: size }) => {
    const { db, partner } = context
    const { campaigns, span, zone } = await readScope(context, parseGrouping('day'), { lpid, from, to })
    const names = new Map(campaigns.map(campaign => [campaign.lpid, campaign.name]))
    const scope = { partnerId: partner.id, lpids: new Set(names.keys()) }
    const givenAt = await readGivenTimes(db, partner.id)
    const period = { start: new Date(timeOfSlot(span.start)), end: new Date(timeOfSlot(span.end)) }
    const subjects = [partner.id, ...names.keys(), ...(await listExperimentIds(db, [...names.keys()], period.start))]
    const cursorName = JSON.stringify(['campaign changes', partner.id, lpid])
    let after: [Date, string] | null = parseCursor(cursorName, ['instant', 'text'], cursor)
    const found: (LoggedEntry & EntryChanges)[] = []
    // Entries without a change that partners may see leave a page short.
    for (let hasMore = true; hasMore && found.length <= size; ) {
      const entries = await readEntries(db, { subjects, ...period, after, limit: BATCH_SIZE })
      for (const entry of entries) {
        const seen = listLoggedChanges(entry, scope)
        const isEarlier = seen?.lpid != null && entry.created_at < (givenAt.get(seen.lpid) ?? period.start)
        if (seen !== null && seen.changes.length > 0 && !isEarlier) found.push({ ...entry, ...seen })
      }
      hasMore = entries.length === BATCH_SIZE
      const last = entries.at(-1)
      if (last !== undefined) after = [last.created_at, last.id]
    }
    const page = cutToPage(found, size, last => formatCursor(cursorName, [last.created_at, last.id]))
    const colleagues = await readColleagues(db, partner.id, page.list)
    const valueNames = await readValueNames(
      db,
      page.list.flatMap(({ changes }) => changes),
      lang
    )
    const nameOf = (setting: LoggedChange['setting'], value: string | null) =>
      value === null ? null : (valueNames.get(`${setting} ${value}`) ?? null)
    return {
      ...page,
      timezone: zone,
      list: page.list.map(({ id, operator, created_at, lpid: ofCampaign, changes }) => ({
        id,
        changed_at: created_at,
        changed_by: colleagues.has(operator) ? operator.replace(/^key:/, '') : null,
        lpid: ofCampaign,
        campaign_name: ofCampaign === null ? null : (names.get(ofCampaign) ?? null),
        changes: changes.map(({ setting, before, after, detail }) => ({
          setting,
          before,
          before_name: nameOf(setting, before),
          after,
          after_name: nameOf(setting, after),
          detail
        }))
      }))
    }
  }
})

interface LoggedEntry extends LoggedStates {
  id: string
  operator: string
  created_at: Date
}

interface EntryQuery {
  subjects: readonly string[]
  start: Date
  end: Date
  after: readonly [Date, string] | null
  limit: number
}

/** Each subject by the index of its own: the newest entries of all subjects would be searched for those of a few. */
async function readEntries(
  db: Kysely<Database>,
  { subjects, start, end, after, limit }: EntryQuery
): Promise<LoggedEntry[]> {
  const { rows } = await sql<LoggedEntry>`
    select entry.* from unnest(${subjects}::text[]) as subjects (name)
    cross join lateral (
      select id, operator, action, subject, operator_log.created_at, state_before, state_after
      from operator_log join operator_results on entry_id = id and code = ${SUCCESS_CODE}
      where subject = subjects.name and action = any(${changingActions}::text[]) and state_before <> state_after
        and operator_log.created_at >= ${start} and operator_log.created_at < ${end}
        and ${after === null ? sql`true` : isBeforeKey(['operator_log.created_at', 'operator_log.id'], after)}
      order by operator_log.created_at desc, id desc
      limit ${limit}
    ) entry
    order by created_at desc, id desc
    limit ${limit}`.execute(db)
  return rows
}

/** Those that have started or ended since. */
async function listExperimentIds(db: Kysely<Database>, lpids: readonly string[], since: Date): Promise<string[]> {
  if (lpids.length === 0) return []
  const rows = await db
    .selectFrom('experiments')
    .select('id')
    .where('lpid', 'in', [...lpids])
    .where('status', '!=', 'draft')
    .where('changed_at', '>=', since)
    .execute()
  return rows.map(({ id }) => id)
}

const givenState = z.object({ lpid: z.string(), partner_id: z.string().nullable() })

/** When the partner got campaigns that another one had before. */
async function readGivenTimes(db: Kysely<Database>, partnerId: string): Promise<Map<string, Date>> {
  const rows = await db
    .selectFrom('operator_log')
    .innerJoin('operator_results', 'entry_id', 'id')
    .select(['operator_log.created_at', 'state_before'])
    .where('subject', '=', partnerId)
    .where('action', '=', 'partner_give')
    .where('code', '=', SUCCESS_CODE)
    .orderBy('operator_log.created_at')
    .execute()
  return new Map(
    rows.flatMap(({ created_at, state_before }) => {
      const { data } = givenState.safeParse(state_before === null ? null : JSON.parse(state_before))
      const isFromAnother = data !== undefined && data.partner_id !== null && data.partner_id !== partnerId
      return isFromAnother ? [[data.lpid, created_at] as const] : []
    })
  )
}

/** Only those of the partner itself: operators are not named. */
async function readColleagues(
  db: Kysely<Database>,
  partnerId: string,
  entries: readonly Pick<LoggedEntry, 'operator'>[]
): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select email as name from members
    where partner_id = ${partnerId} and email = any(${entries.map(({ operator }) => operator)}::text[])
    union all
    select 'key:' || id from partner_keys where partner_id = ${partnerId}`.execute(db)
  return new Set(rows.map(({ name }) => name))
}

async function readValueNames(
  db: Kysely<Database>,
  changes: readonly LoggedChange[],
  lang: Lang
): Promise<Map<string, string>> {
  const listValues = (wanted: LoggedChange['setting']) =>
    changes.filter(({ setting }) => setting === wanted).flatMap(({ before, after }) => [before ?? '', after ?? ''])
  const [dramaIds, productIds] = [listValues('start_drama'), listValues('offer')]
  const dramas =
    dramaIds.length === 0
      ? []
      : await db.selectFrom('dramas').select(['id', 'title']).where('id', 'in', dramaIds).execute()
  const products =
    productIds.length === 0 ? [] : await db.selectFrom('products').selectAll().where('id', 'in', productIds).execute()
  return new Map([
    ...dramas.map(({ id, title }) => [`start_drama ${id}`, title[lang]] as const),
    ...products.map(product => [`offer ${product.id}`, formatProductTitle(product, lang)] as const)
  ])
}
