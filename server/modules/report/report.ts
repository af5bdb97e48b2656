// GET /partner/report: what came of campaigns, by day, hour, campaign, drama or episode.
import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import { LPID } from '../../../contract/visitor.js'
import type { Database } from '../../db/schema/schema.js'
import { BusinessError } from '../../http/business-error.js'
import { readCursor, writeCursor } from '../../lib/cursor.js'
import { type OwnCampaign, ownCampaigns } from '../partner/own-campaigns.js'
import type { PartnerContext } from '../partner/partner-action.js'
import { daysOf, hoursIn, hoursOf, type PeriodProblem, type ReportPeriod, readPeriod, timeOfSlot } from './period.js'
import { reconcile } from './reconcile.js'
import { bucketLines, campaignLines, type Line, placeLines, type ReportSpan, totalLines } from './rollup-queries.js'
import { type Numbers, numbersOf } from './rows.js'

export const reportRequest = z.object({
  lpid: z.string().regex(LPID).optional(),
  from: z.string().max(13).optional(),
  to: z.string().max(13).optional(),
  group_by: z.enum(['day', 'hour', 'lpid', 'drama', 'episode']).default('day'),
  format: z.enum(['json', 'csv']).default('json'),
  page_size: z.coerce.number().int().min(1).max(1000).default(1000),
  cursor: z.string().max(512).optional()
})
type ReportRequest = z.output<typeof reportRequest>

/** The longest that is reported at once, and by hours; in hours. */
const MOST_HOURS = 400 * 24
const MOST_BY_HOUR = 32 * 24

export interface ReportRow {
  keys: Record<string, string | number>
  numbers: Numbers
}

/** `whole` is everything that was counted, where this page is all there is. */
interface Page {
  rows: ReportRow[]
  next: string | null
  whole: Line[] | null
}

/** All of it is read in one snapshot, so that it agrees with itself whatever happens meanwhile. */
export async function readReport(desk: PartnerContext, wish: ReportRequest) {
  const campaigns = await ownCampaigns(desk, wish.lpid)
  const zone = zoneOf(campaigns, desk.config.timezone)
  const period = readPeriod(wish, zone, desk.now)
  if (typeof period === 'string') throw noPeriod(period)
  const most = wish.group_by === 'hour' ? MOST_BY_HOUR : MOST_HOURS
  if (hoursIn(period) > most) throw noPeriod('too_long')
  // In SQL a list has members: no campaign has an empty id.
  const lpids = campaigns.length === 0 ? [''] : campaigns.map(({ lpid }) => lpid)
  const span = { lpids, start: period.start, end: period.end }
  const work = desk.db.transaction().setIsolationLevel('repeatable read')
  return work.execute(async trx => {
    const { whole, ...page } = await pageOf(trx, wish, { span, period, campaigns })
    const all = whole ?? (await totalLines(trx, span))
    return {
      from: period.from,
      to: period.to,
      timezone: zone,
      group_by: wish.group_by,
      from_at: timeOfSlot(period.start),
      to_at: timeOfSlot(period.end),
      ...page,
      totals: numbersOf(all),
      reconciliation: await reconcile(trx, span, all, desk.config.currency)
    }
  })
}

const noPeriod = (reason: PeriodProblem | 'too_long') => new BusinessError(4001, { fields: ['from', 'to'], reason })

/** Campaigns of one zone are reported in it, others in the server's. */
function zoneOf(campaigns: readonly OwnCampaign[], usual: string): string {
  const zones = new Set(campaigns.map(({ zone }) => zone))
  const [only] = zones
  return zones.size === 1 && only !== undefined ? only : usual
}

interface ReportScope {
  span: ReportSpan
  period: ReportPeriod
  campaigns: readonly OwnCampaign[]
}

function pageOf(trx: Transaction<Database>, wish: ReportRequest, about: ReportScope): Promise<Page> {
  switch (wish.group_by) {
    case 'day':
    case 'hour':
      return bucketPage(trx, wish, about)
    case 'lpid':
      return campaignPage(trx, wish, about)
    case 'drama':
    case 'episode':
      return placePage(trx, wish, about)
  }
}

async function bucketPage(
  trx: Transaction<Database>,
  wish: ReportRequest,
  { span, period }: ReportScope
): Promise<Page> {
  const [after = -1] = readCursor('report time', ['small'], wish.cursor) ?? []
  const all = wish.group_by === 'day' ? daysOf(period) : hoursOf(period)
  const rest = all.filter(({ start }) => start > after)
  const buckets = rest.slice(0, wish.page_size)
  const lines = await bucketLines(trx, span.lpids, buckets)
  const rows = buckets.map(({ label, start }, place) => ({
    keys: { [wish.group_by]: label, starts_at: timeOfSlot(start) },
    numbers: numbersOf(lines.filter(line => line.place === place))
  }))
  const last = buckets.at(-1)
  const isMore = rest.length > buckets.length && last !== undefined
  const isWhole = buckets.length === all.length
  return { rows, next: isMore ? writeCursor('report time', [last.start]) : null, whole: isWhole ? lines : null }
}

async function campaignPage(
  trx: Transaction<Database>,
  wish: ReportRequest,
  { span, campaigns }: ReportScope
): Promise<Page> {
  const [after = ''] = readCursor('report lpid', ['text'], wish.cursor) ?? []
  const rest = campaigns.filter(({ lpid }) => lpid > after)
  const mine = rest.slice(0, wish.page_size)
  const lpids = mine.map(({ lpid }) => lpid)
  const lines = mine.length === 0 ? [] : await campaignLines(trx, { ...span, lpids })
  const rows = mine.map(({ lpid, name }) => ({
    keys: { lpid, name },
    numbers: numbersOf(lines.filter(line => line.lpid === lpid))
  }))
  const last = mine.at(-1)
  const isMore = rest.length > mine.length && last !== undefined
  const isWhole = mine.length === campaigns.length
  return { rows, next: isMore ? writeCursor('report lpid', [last.lpid]) : null, whole: isWhole ? lines : null }
}

/** What belongs to no drama, such as visits, stands first, with an empty id. */
async function placePage(trx: Transaction<Database>, wish: ReportRequest, { span }: ReportScope): Promise<Page> {
  const isByEpisode = wish.group_by === 'episode'
  const after = readCursor(`report ${wish.group_by}`, ['text', 'small'], wish.cursor)
  const lines = await placeLines(trx, span, { isByEpisode, after, most: wish.page_size + 1 })
  const places = new Map<string, { drama_id: string; episode_no: number; lines: Line[] }>()
  for (const line of lines) {
    const { drama_id, episode_no } = line
    const name = JSON.stringify([drama_id, episode_no])
    const place = places.get(name) ?? { drama_id, episode_no, lines: [] }
    places.set(name, place)
    place.lines.push(line)
  }
  const found = [...places.values()].slice(0, wish.page_size)
  const titles = await titlesOf(trx, [...new Set(found.map(({ drama_id }) => drama_id))])
  const rows = found.map(({ drama_id, episode_no, lines: mine }) => ({
    keys: { drama_id, ...(isByEpisode ? { episode_no } : {}), title: titles.get(drama_id) ?? '' },
    numbers: numbersOf(mine)
  }))
  const last = found.at(-1)
  const isMore = places.size > found.length && last !== undefined
  const next = isMore ? writeCursor(`report ${wish.group_by}`, [last.drama_id, last.episode_no]) : null
  return { rows, next, whole: after === null && !isMore ? lines : null }
}

/** What dramas are called at home. */
async function titlesOf(db: Kysely<Database>, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('dramas')
    .select(['id', 'title'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ id, title }) => [id, title.pt]))
}
