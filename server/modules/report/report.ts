import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import { type Lang, languageSchema } from '../../../contract/protocol/language.js'
import { lpid } from '../../../contract/visitor.js'
import type { Database } from '../../db/schema/schema.js'
import { BusinessError } from '../../http/business-error.js'
import { formatCursor, parseCursor } from '../../lib/cursor.js'
import { formatDate, toLocalDate } from '../../lib/time-zone.js'
import { type OwnCampaign, readOwnCampaigns } from '../partner/own-campaigns.js'
import type { PartnerContext } from '../partner/partner-action.js'
import { listKeyFields, parseGrouping, type ReportGrouping } from './dimensions.js'
import { readKeyLines } from './key-queries.js'
import { type People, type ReportRowNumbers, readPeople } from './people.js'
import {
  daysOf,
  hoursIn,
  hoursOf,
  type PeriodProblem,
  parsePeriod,
  type ReportPeriod,
  type ReportPeriodBucket,
  timeOfSlot
} from './period.js'
import { reconcile } from './reconcile.js'
import {
  type ReportLine,
  type ReportSpan,
  readBucketLines,
  readCampaignLines,
  readTotalLines
} from './rollup-queries.js'
import { formatKey, listKeyColumns, type RowKey, readKey } from './row-keys.js'
import { sumLines } from './rows.js'

export const reportRequest = z.object({
  lpid: lpid.optional(),
  from: z.string().max(13).optional(),
  to: z.string().max(13).optional(),
  group_by: z.string().max(64).default('day'),
  lang: languageSchema,
  format: z.enum(['json', 'csv']).default('json'),
  page_size: z.coerce.number().int().min(1).max(1000).default(1000),
  cursor: z.string().max(512).optional()
})
type ReportRequest = z.output<typeof reportRequest>

const MAX_HOURS = 400 * 24
const MAX_HOURS_OF_DETAIL = 32 * 24
const SLOTS_PER_PIECE = 8 * 96

export interface ReportRow {
  keys: Record<string, string | number>
  numbers: ReportRowNumbers
}

interface ReportPage {
  rows: KeyedRow[]
  next: string | null
  allLines: ReportLine[] | null
}

interface KeyedRow {
  key: RowKey
  lines: ReportLine[]
}

/** Reads everything in one snapshot, so that rows, totals and reconciliation agree. */
export async function readReport(context: PartnerContext, request: ReportRequest) {
  const grouping = parseGrouping(request.group_by)
  const campaigns = await readOwnCampaigns(context, request.lpid)
  const zone = chooseZone(campaigns, context.config.timezone)
  const period = parsePeriod(request, zone, context.now)
  if (typeof period === 'string') throw createPeriodError(period)
  if (hoursIn(period) > findMaxHours(grouping)) throw createPeriodError('too_long')
  // A list in SQL cannot be empty; no campaign has an empty id.
  const lpids = campaigns.length === 0 ? [''] : campaigns.map(({ lpid }) => lpid)
  const span = { lpids, start: period.start, end: period.end }
  const buckets = grouping.time === null ? [] : grouping.time === 'day' ? daysOf(period) : hoursOf(period)
  const scope = { grouping, span, period, buckets, campaigns }
  const zones = campaigns.length === 0 ? [zone] : [...new Set(campaigns.map(campaign => campaign.zone))]
  const peopleQuery = { span, buckets, zones, now: context.now }
  const work = context.db.transaction().setIsolationLevel('repeatable read')
  return work.execute(async trx => {
    const { rows, next, allLines } = await loadPage(trx, request, scope)
    const all = allLines ?? (await readTotalLines(trx, span))
    const people = await readPeople(trx, grouping, peopleQuery)
    return {
      from: period.from,
      to: period.to,
      timezone: zone,
      group_by: request.group_by,
      from_at: timeOfSlot(period.start),
      to_at: timeOfSlot(period.end),
      keyFields: listKeyFields(grouping),
      rows: await toRows(trx, rows, { ...scope, people, lang: request.lang ?? 'pt' }),
      next,
      totals: people.toTotalNumbers(sumLines(all)),
      reconciliation: await reconcile(trx, span, all, context.config.currency)
    }
  })
}

const createPeriodError = (reason: PeriodProblem | 'too_long') =>
  new BusinessError(4001, { fields: ['from', 'to'], reason })

/** Hours, and days of dramas and episodes, are read from quarters of an hour. */
const findMaxHours = ({ time, place }: ReportGrouping) =>
  time === 'hour' || (time === 'day' && place !== null) ? MAX_HOURS_OF_DETAIL : MAX_HOURS

function chooseZone(campaigns: readonly OwnCampaign[], defaultZone: string): string {
  const zones = new Set(campaigns.map(({ zone }) => zone))
  const [zone] = zones
  return zones.size === 1 && zone !== undefined ? zone : defaultZone
}

interface ReportScope {
  grouping: ReportGrouping
  span: ReportSpan
  period: ReportPeriod
  buckets: readonly ReportPeriodBucket[]
  campaigns: readonly OwnCampaign[]
}

function loadPage(trx: Transaction<Database>, request: ReportRequest, scope: ReportScope): Promise<ReportPage> {
  const [first, second] = scope.grouping.asked
  if (second === undefined && (first === 'day' || first === 'hour')) return loadBucketPage(trx, request, scope)
  if (second === undefined && first === 'lpid') return loadCampaignPage(trx, request, scope)
  return loadKeyPage(trx, request, scope)
}

/** Has a row for each day or hour, also where nothing happened. */
async function loadBucketPage(
  trx: Transaction<Database>,
  request: ReportRequest,
  { span, buckets: all }: ReportScope
): Promise<ReportPage> {
  const [after = -1] = parseCursor('report time', ['small'], request.cursor) ?? []
  const remaining = all.filter(({ start }) => start > after)
  const buckets = remaining.slice(0, request.page_size)
  const lines = await readBucketLines(trx, span.lpids, buckets)
  const rows = buckets.map(({ start }, index) => ({
    key: [start],
    lines: lines.filter(line => line.bucket_index === index)
  }))
  const last = buckets.at(-1)
  const isMore = remaining.length > buckets.length && last !== undefined
  const isWhole = buckets.length === all.length
  return { rows, next: isMore ? formatCursor('report time', [last.start]) : null, allLines: isWhole ? lines : null }
}

/** Has a row for each campaign, also where nothing happened. */
async function loadCampaignPage(
  trx: Transaction<Database>,
  request: ReportRequest,
  { span, campaigns }: ReportScope
): Promise<ReportPage> {
  const [after = ''] = parseCursor('report lpid', ['text'], request.cursor) ?? []
  const remaining = campaigns.filter(({ lpid }) => lpid > after)
  const lpids = remaining.slice(0, request.page_size).map(({ lpid }) => lpid)
  const lines = lpids.length === 0 ? [] : await readCampaignLines(trx, { ...span, lpids })
  const rows = lpids.map(lpid => ({ key: [lpid], lines: lines.filter(line => line.lpid === lpid) }))
  const last = lpids.at(-1)
  const isMore = remaining.length > lpids.length && last !== undefined
  const isWhole = lpids.length === campaigns.length
  return { rows, next: isMore ? formatCursor('report lpid', [last]) : null, allLines: isWhole ? lines : null }
}

async function loadKeyPage(
  trx: Transaction<Database>,
  request: ReportRequest,
  { grouping, span, buckets }: ReportScope
): Promise<ReportPage> {
  const columns = listKeyColumns(grouping)
  const list = `report ${grouping.asked}`
  const after = parseCursor(
    list,
    columns.map(({ type }) => type),
    request.cursor
  )
  const groups = new Map<string, KeyedRow>()
  for (const piece of splitSpan(grouping, span, buckets)) {
    if (grouping.time !== null && after !== null && piece.span.end <= Number(after[0])) continue
    const limit = request.page_size + 1 - groups.size
    for (const line of await readKeyLines(trx, grouping, { ...piece, columns, after, limit })) {
      const key = readKey(columns, line)
      const group = groups.get(formatKey(key)) ?? { key, lines: [] }
      groups.set(formatKey(key), group)
      group.lines.push(line)
    }
    if (groups.size > request.page_size) break
  }
  const rows = [...groups.values()].slice(0, request.page_size)
  const last = rows.at(-1)
  const isMore = groups.size > rows.length && last !== undefined
  const isWhole = after === null && !isMore
  return {
    rows,
    next: isMore ? formatCursor(list, last.key) : null,
    allLines: isWhole ? rows.flatMap(({ lines }) => lines) : null
  }
}

/** Cuts hours of dramas and episodes into pieces, because a statement must not read too many quarters of an hour. */
function splitSpan(
  { time, place }: ReportGrouping,
  span: ReportSpan,
  buckets: readonly ReportPeriodBucket[]
): { span: ReportSpan; buckets: readonly ReportPeriodBucket[] }[] {
  if (time !== 'hour' || place === null) return [{ span, buckets }]
  const pieces: ReportPeriodBucket[][] = []
  for (const bucket of buckets) {
    const piece = pieces.at(-1)
    if (piece?.[0] === undefined || bucket.end - piece[0].start > SLOTS_PER_PIECE) pieces.push([bucket])
    else piece.push(bucket)
  }
  return pieces.map(piece => ({
    span: { lpids: span.lpids, start: piece[0]?.start ?? span.start, end: piece.at(-1)?.end ?? span.end },
    buckets: piece
  }))
}

async function toRows(
  trx: Transaction<Database>,
  rows: readonly KeyedRow[],
  { grouping, period, buckets, campaigns, people, lang }: ReportScope & { people: People; lang: Lang }
): Promise<ReportRow[]> {
  const columns = listKeyColumns(grouping)
  const readValue = (key: RowKey, name: string) => key[columns.findIndex(column => column.name === name)]
  const names = new Map(campaigns.map(campaign => [campaign.lpid, campaign.name]))
  const labels = new Map(buckets.map(({ start, label }) => [start, label]))
  const dramas = new Set(rows.map(({ key }) => readValue(key, 'drama_id')))
  const titles = await loadTitles(
    trx,
    [...dramas].flatMap(id => (typeof id === 'string' ? id : [])),
    lang
  )
  return rows.map(({ key, lines }) => {
    const bucket = Number(readValue(key, 'bucket'))
    const values: Record<string, () => string | number> = {
      day: () => formatDate(toLocalDate(new Date(timeOfSlot(bucket)), period.zone)),
      hour: () => labels.get(bucket) ?? '',
      starts_at: () => timeOfSlot(bucket),
      name: () => names.get(`${readValue(key, 'lpid')}`) ?? '',
      title: () => titles.get(`${readValue(key, 'drama_id')}`) ?? ''
    }
    const keys = listKeyFields(grouping).map(
      field => [field, values[field]?.() ?? readValue(key, field) ?? ''] as const
    )
    return { keys: Object.fromEntries(keys), numbers: people.toRowNumbers(key, sumLines(lines)) }
  })
}

async function loadTitles(db: Kysely<Database>, ids: readonly string[], lang: Lang): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('dramas')
    .select(['id', 'title'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ id, title }) => [id, title[lang]]))
}
