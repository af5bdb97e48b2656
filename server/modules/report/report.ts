import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import { lpid } from '../../../contract/visitor.js'
import type { Database } from '../../db/schema/schema.js'
import { BusinessError } from '../../http/business-error.js'
import { formatCursor, parseCursor } from '../../lib/cursor.js'
import { type OwnCampaign, readOwnCampaigns } from '../partner/own-campaigns.js'
import type { PartnerContext } from '../partner/partner-action.js'
import { daysOf, hoursIn, hoursOf, type PeriodProblem, parsePeriod, type ReportPeriod, timeOfSlot } from './period.js'
import { reconcile } from './reconcile.js'
import {
  type ReportLine,
  type ReportSpan,
  readBucketLines,
  readCampaignLines,
  readEpisodeLines,
  readTotalLines
} from './rollup-queries.js'
import { type ReportNumbers, sumLines } from './rows.js'

export const reportRequest = z.object({
  lpid: lpid.optional(),
  from: z.string().max(13).optional(),
  to: z.string().max(13).optional(),
  group_by: z.enum(['day', 'hour', 'lpid', 'drama', 'episode']).default('day'),
  format: z.enum(['json', 'csv']).default('json'),
  page_size: z.coerce.number().int().min(1).max(1000).default(1000),
  cursor: z.string().max(512).optional()
})
type ReportRequest = z.output<typeof reportRequest>

const MAX_HOURS = 400 * 24
const MAX_HOURS_BY_HOUR = 32 * 24

export interface ReportRow {
  keys: Record<string, string | number>
  numbers: ReportNumbers
}

interface ReportPage {
  rows: ReportRow[]
  next: string | null
  allLines: ReportLine[] | null
}

/** Reads everything in one snapshot, so that rows, totals and reconciliation agree. */
export async function readReport(context: PartnerContext, request: ReportRequest) {
  const campaigns = await readOwnCampaigns(context, request.lpid)
  const zone = chooseZone(campaigns, context.config.timezone)
  const period = parsePeriod(request, zone, context.now)
  if (typeof period === 'string') throw createPeriodError(period)
  const maxHours = request.group_by === 'hour' ? MAX_HOURS_BY_HOUR : MAX_HOURS
  if (hoursIn(period) > maxHours) throw createPeriodError('too_long')
  // A list in SQL cannot be empty; no campaign has an empty id.
  const lpids = campaigns.length === 0 ? [''] : campaigns.map(({ lpid }) => lpid)
  const span = { lpids, start: period.start, end: period.end }
  const work = context.db.transaction().setIsolationLevel('repeatable read')
  return work.execute(async trx => {
    const { allLines, ...page } = await loadPage(trx, request, { span, period, campaigns })
    const all = allLines ?? (await readTotalLines(trx, span))
    return {
      from: period.from,
      to: period.to,
      timezone: zone,
      group_by: request.group_by,
      from_at: timeOfSlot(period.start),
      to_at: timeOfSlot(period.end),
      ...page,
      totals: sumLines(all),
      reconciliation: await reconcile(trx, span, all, context.config.currency)
    }
  })
}

const createPeriodError = (reason: PeriodProblem | 'too_long') =>
  new BusinessError(4001, { fields: ['from', 'to'], reason })

function chooseZone(campaigns: readonly OwnCampaign[], defaultZone: string): string {
  const zones = new Set(campaigns.map(({ zone }) => zone))
  const [zone] = zones
  return zones.size === 1 && zone !== undefined ? zone : defaultZone
}

interface ReportScope {
  span: ReportSpan
  period: ReportPeriod
  campaigns: readonly OwnCampaign[]
}

function loadPage(trx: Transaction<Database>, request: ReportRequest, scope: ReportScope): Promise<ReportPage> {
  switch (request.group_by) {
    case 'day':
    case 'hour':
      return loadBucketPage(trx, request, scope)
    case 'lpid':
      return loadCampaignPage(trx, request, scope)
    case 'drama':
    case 'episode':
      return loadEpisodePage(trx, request, scope)
  }
}

async function loadBucketPage(
  trx: Transaction<Database>,
  request: ReportRequest,
  { span, period }: ReportScope
): Promise<ReportPage> {
  const [after = -1] = parseCursor('report time', ['small'], request.cursor) ?? []
  const all = request.group_by === 'day' ? daysOf(period) : hoursOf(period)
  const remaining = all.filter(({ start }) => start > after)
  const buckets = remaining.slice(0, request.page_size)
  const lines = await readBucketLines(trx, span.lpids, buckets)
  const rows = buckets.map(({ label, start }, index) => ({
    keys: { [request.group_by]: label, starts_at: timeOfSlot(start) },
    numbers: sumLines(lines.filter(line => line.bucket_index === index))
  }))
  const last = buckets.at(-1)
  const isMore = remaining.length > buckets.length && last !== undefined
  const isWhole = buckets.length === all.length
  return { rows, next: isMore ? formatCursor('report time', [last.start]) : null, allLines: isWhole ? lines : null }
}

async function loadCampaignPage(
  trx: Transaction<Database>,
  request: ReportRequest,
  { span, campaigns }: ReportScope
): Promise<ReportPage> {
  const [after = ''] = parseCursor('report lpid', ['text'], request.cursor) ?? []
  const remaining = campaigns.filter(({ lpid }) => lpid > after)
  const pageCampaigns = remaining.slice(0, request.page_size)
  const lpids = pageCampaigns.map(({ lpid }) => lpid)
  const lines = pageCampaigns.length === 0 ? [] : await readCampaignLines(trx, { ...span, lpids })
  const rows = pageCampaigns.map(({ lpid, name }) => ({
    keys: { lpid, name },
    numbers: sumLines(lines.filter(line => line.lpid === lpid))
  }))
  const last = pageCampaigns.at(-1)
  const isMore = remaining.length > pageCampaigns.length && last !== undefined
  const isWhole = pageCampaigns.length === campaigns.length
  return { rows, next: isMore ? formatCursor('report lpid', [last.lpid]) : null, allLines: isWhole ? lines : null }
}

async function loadEpisodePage(
  trx: Transaction<Database>,
  request: ReportRequest,
  { span }: ReportScope
): Promise<ReportPage> {
  const isByEpisode = request.group_by === 'episode'
  const after = parseCursor(`report ${request.group_by}`, ['text', 'small'], request.cursor)
  const lines = await readEpisodeLines(trx, span, { isByEpisode, after, limit: request.page_size + 1 })
  const episodes = new Map<string, { drama_id: string; episode_no: number; lines: ReportLine[] }>()
  for (const line of lines) {
    const { drama_id, episode_no } = line
    const name = JSON.stringify([drama_id, episode_no])
    const episode = episodes.get(name) ?? { drama_id, episode_no, lines: [] }
    episodes.set(name, episode)
    episode.lines.push(line)
  }
  const pageEpisodes = [...episodes.values()].slice(0, request.page_size)
  const titles = await loadTitles(trx, [...new Set(pageEpisodes.map(({ drama_id }) => drama_id))])
  const rows = pageEpisodes.map(({ drama_id, episode_no, lines: episodeLines }) => ({
    keys: { drama_id, ...(isByEpisode ? { episode_no } : {}), title: titles.get(drama_id) ?? '' },
    numbers: sumLines(episodeLines)
  }))
  const last = pageEpisodes.at(-1)
  const isMore = episodes.size > pageEpisodes.length && last !== undefined
  const next = isMore ? formatCursor(`report ${request.group_by}`, [last.drama_id, last.episode_no]) : null
  return { rows, next, allLines: after === null && !isMore ? lines : null }
}

async function loadTitles(db: Kysely<Database>, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('dramas')
    .select(['id', 'title'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ id, title }) => [id, title.pt]))
}
