import { formatCursor, parseCursor } from '../../lib/cursor.js'
import type { OwnCampaign } from '../partner/own-campaigns.js'
import type { ReportGrouping } from './dimensions.js'
import { DAYS_PER_ROLLUP_SPAN, SLOTS_PER_DAY } from './metrics.js'
import type { ReportPeriod, ReportPeriodBucket } from './period.js'
import type { ReportLineReader } from './report-line-reader.js'
import type { ReportLine, ReportSpan } from './rollup-queries.js'
import { formatKey, listKeyColumns, type RowKey, readKey } from './row-keys.js'

export interface ReportScope {
  grouping: ReportGrouping
  span: ReportSpan
  period: ReportPeriod
  buckets: readonly ReportPeriodBucket[]
  campaigns: readonly OwnCampaign[]
}

export interface ReportPage {
  rows: KeyedRow[]
  next: string | null
  allLines: ReportLine[] | null
}

export interface KeyedRow {
  key: RowKey
  lines: ReportLine[]
}

interface PageRequest {
  page_size: number
  cursor?: string | undefined
}

/** `allLines` is null if the page does not have all rows. */
export function loadPage(reader: ReportLineReader, request: PageRequest, scope: ReportScope): Promise<ReportPage> {
  const [first, second] = scope.grouping.asked
  if (second === undefined && (first === 'day' || first === 'hour')) return loadBucketPage(reader, request, scope)
  if (second === undefined && first === 'lpid') return loadCampaignPage(reader, request, scope)
  return loadKeyPage(reader, request, scope)
}

/** Has a row for each day or hour, also where nothing happened. */
async function loadBucketPage(
  reader: ReportLineReader,
  request: PageRequest,
  { span, buckets: all }: ReportScope
): Promise<ReportPage> {
  const [after = -1] = parseCursor('report time', ['small'], request.cursor) ?? []
  const remaining = all.filter(({ start }) => start > after)
  const buckets = remaining.slice(0, request.page_size)
  const lines = await reader.readBucketLines(span.lpids, buckets)
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
  reader: ReportLineReader,
  request: PageRequest,
  { span, campaigns }: ReportScope
): Promise<ReportPage> {
  const [after = ''] = parseCursor('report lpid', ['text'], request.cursor) ?? []
  const remaining = campaigns.filter(({ lpid }) => lpid > after)
  const lpids = remaining.slice(0, request.page_size).map(({ lpid }) => lpid)
  const lines = lpids.length === 0 ? [] : await reader.readCampaignLines({ ...span, lpids })
  const rows = lpids.map(lpid => ({ key: [lpid], lines: lines.filter(line => line.lpid === lpid) }))
  const last = lpids.at(-1)
  const isMore = remaining.length > lpids.length && last !== undefined
  const isWhole = lpids.length === campaigns.length
  return { rows, next: isMore ? formatCursor('report lpid', [last]) : null, allLines: isWhole ? lines : null }
}

async function loadKeyPage(
  reader: ReportLineReader,
  request: PageRequest,
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
    for (const line of await reader.readKeyLines(grouping, { ...piece, columns, after, limit })) {
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

const SLOTS_PER_PIECE = SLOTS_PER_DAY * DAYS_PER_ROLLUP_SPAN

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
