import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import { type Lang, languageSchema } from '../../../contract/protocol/language.js'
import { lpid } from '../../../contract/visitor.js'
import type { Database } from '../../db/schema/schema.js'
import { BusinessError } from '../../http/business-error.js'
import { toLoggedError } from '../../lib/log.js'
import { formatDate, toLocalDate } from '../../lib/time-zone.js'
import { type OwnCampaign, readOwnCampaigns } from '../partner/own-campaigns.js'
import type { PartnerContext } from '../partner/partner-action.js'
import { isArchiveReadable } from './archive/fact-archive.js'
import { findArchivedFacts, readArchive } from './archive/read-archive.js'
import { listKeyFields, parseGrouping, type ReportGrouping } from './dimensions.js'
import { type People, type ReportRowNumbers, readPeople } from './people.js'
import { daysOf, hoursIn, hoursOf, type PeriodProblem, parsePeriod, timeOfSlot } from './period.js'
import { type BookSums, listCurrencies, readBookSums, reconcile } from './reconcile.js'
import type { ReportLineReader } from './report-line-reader.js'
import { type KeyedRow, loadPage, type ReportScope } from './report-page.js'
import { createRollupLineReader } from './rollup-line-reader.js'
import type { ReportSpan } from './rollup-queries.js'
import { listKeyColumns, type RowKey } from './row-keys.js'
import { sumLines } from './rows.js'

/** Strict, because a misspelt filter that is ignored gives wrong numbers. */
export const reportRequest = z.strictObject({
  lpid: lpid.optional(),
  from: z.string().max(13).optional(),
  to: z.string().max(13).optional(),
  group_by: z.string().max(64).default('day'),
  lang: languageSchema,
  format: z.enum(['json', 'csv']).default('json'),
  reconcile: z.enum(['yes', 'no']).default('yes'),
  page_size: z.coerce.number().int().min(1).max(1000).default(1000),
  cursor: z.string().max(512).optional()
})
type ReportRequest = z.output<typeof reportRequest>

const MAX_HOURS = 400 * 24
const MAX_HOURS_OF_DETAIL = 32 * 24

export interface ReportRow {
  keys: Record<string, string | number>
  numbers: ReportRowNumbers
}

/** What a report needs of the request of a partner. */
export type ReportContext = Pick<
  PartnerContext,
  'db' | 'config' | 'log' | 'now' | 'partner' | 'factArchive' | 'trackExternalWait'
>

/** Throws 4001 for an unknown campaign and for a period that cannot be read. */
export async function readScope(
  context: Pick<ReportContext, 'db' | 'config' | 'now' | 'partner'>,
  grouping: ReportGrouping,
  request: Pick<ReportRequest, 'lpid' | 'from' | 'to'>
) {
  const campaigns = await readOwnCampaigns(context, request.lpid)
  const zone = chooseZone(campaigns, context.config.timezone)
  const period = parsePeriod(request, zone, context.now)
  if ('reason' in period) throw createPeriodError(period)
  if (hoursIn(period) > findMaxHours(grouping)) throw createPeriodError({ fields: ['from', 'to'], reason: 'too_long' })
  // A list in SQL cannot be empty; no campaign has an empty id.
  const lpids = campaigns.length === 0 ? [''] : campaigns.map(({ lpid }) => lpid)
  const span = { lpids, start: period.start, end: period.end }
  const buckets = grouping.time === null ? [] : grouping.time === 'day' ? daysOf(period) : hoursOf(period)
  return { grouping, span, period, buckets, campaigns, zone }
}

/** Everything is of one moment, so that rows, totals and reconciliation agree. */
export async function readReport(context: ReportContext, request: ReportRequest) {
  const grouping = parseGrouping(request.group_by)
  const { zone, ...scope } = await readScope(context, grouping, request)
  const { span, buckets, period, campaigns } = scope
  const zones = campaigns.length === 0 ? [zone] : [...new Set(campaigns.map(campaign => campaign.zone))]
  const peopleQuery = { span, buckets, zones, now: context.now }
  const readLines = async (reader: ReportLineReader) => {
    const page = await loadPage(reader, request, scope)
    return { page, all: page.allLines ?? (await reader.readTotalLines(span)) }
  }
  const { people, books, lines } = await readSnapshot(context, readLines, {
    span,
    readPeople: trx => readPeople(trx, grouping, peopleQuery),
    isReconciled: request.reconcile === 'yes'
  })
  const { rows, next } = lines.page
  const { currency } = context.config
  const totals = people.toTotalNumbers(sumLines(lines.all))
  return {
    from: period.from,
    to: period.to,
    timezone: zone,
    group_by: request.group_by,
    from_at: timeOfSlot(period.start),
    to_at: timeOfSlot(period.end),
    keyFields: listKeyFields(grouping),
    rows: await toRows(context.db, rows, { ...scope, people, lang: request.lang ?? 'pt' }),
    next,
    totals,
    currencies: listCurrencies(totals.money, currency),
    reconciliation: books === null ? null : reconcile(books, lines.all, currency)
  }
}

/** The report against orders and ledger, without its rows. */
export async function readReconciliation(context: ReportContext, request: Pick<ReportRequest, 'lpid' | 'from' | 'to'>) {
  const { span, period, zone } = await readScope(context, parseGrouping('lpid'), request)
  const readLines = (reader: ReportLineReader) => reader.readTotalLines(span)
  const { books, lines } = await readSnapshot(context, readLines, {
    span,
    readPeople: async () => null,
    isReconciled: true
  })
  if (books === null) throw new Error('a reconciliation without books')
  return { from: period.from, to: period.to, timezone: zone, ...reconcile(books, lines, context.config.currency) }
}

interface SnapshotQuery<PeopleOfReport> {
  span: ReportSpan
  readPeople: (trx: Transaction<Database>) => Promise<PeopleOfReport>
  /** Whether orders and the ledger are read too, which takes about as long as the rest. */
  isReconciled: boolean
}

/** Reads the archive after the transaction, because that may take longer than a transaction may. */
async function readSnapshot<Lines, PeopleOfReport>(
  context: ReportContext,
  readLines: (reader: ReportLineReader) => Promise<Lines>,
  query: SnapshotQuery<PeopleOfReport>,
  archive = context.factArchive
): Promise<{ people: PeopleOfReport; books: BookSums | null; lines: Lines }> {
  const { db, partner, log, trackExternalWait } = context
  const { people, books, lines, archived } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async trx => {
      const archived = archive !== null && isArchiveReadable(archive) ? await findArchivedFacts(trx, query.span) : null
      return {
        people: await query.readPeople(trx),
        books: query.isReconciled ? await readBookSums(trx, query.span) : null,
        lines: archived === null ? await readLines(createRollupLineReader(trx)) : null,
        archived
      }
    })
  if (lines !== null) return { people, books, lines }
  if (archive === null || archived === null) throw new Error('a report without numbers')
  try {
    const reading = readArchive(archive, { caller: partner.id, facts: archived }, readLines)
    return { people, books, lines: await trackExternalWait(reading) }
  } catch (error) {
    archive.failedAt = performance.now()
    log.warn({ error: toLoggedError(error) }, 'the archive cannot be read: the rollups answer the report')
    return readSnapshot(context, readLines, query, null)
  }
}

function createPeriodError(problem: PeriodProblem): BusinessError {
  const allowed = ['2026-11-21', '2026-11-21T05', 'today', 'yesterday']
  return new BusinessError(4001, { ...problem, ...(problem.reason === 'not_a_day' && { allowed }) })
}

/** Hours, and days of dramas and episodes, are read from quarters of an hour. */
const findMaxHours = ({ time, place }: ReportGrouping) =>
  time === 'hour' || (time === 'day' && place !== null) ? MAX_HOURS_OF_DETAIL : MAX_HOURS

function chooseZone(campaigns: readonly OwnCampaign[], defaultZone: string): string {
  const zones = new Set(campaigns.map(({ zone }) => zone))
  const [zone] = zones
  return zones.size === 1 && zone !== undefined ? zone : defaultZone
}

async function toRows(
  db: Kysely<Database>,
  rows: readonly KeyedRow[],
  { grouping, period, buckets, campaigns, people, lang }: ReportScope & { people: People; lang: Lang }
): Promise<ReportRow[]> {
  const columns = listKeyColumns(grouping)
  const readValue = (key: RowKey, name: string) => key[columns.findIndex(column => column.name === name)]
  const names = new Map(campaigns.map(campaign => [campaign.lpid, campaign.name]))
  const labels = new Map(buckets.map(({ start, label }) => [start, label]))
  const dramas = new Set(rows.map(({ key }) => readValue(key, 'drama_id')))
  const titles = await loadTitles(
    db,
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
