import { MILLIONTHS, type PlaybackMeasure } from '../playback/playback-measures.js'
import { findPercentile } from '../playback/size-class.js'
import type { ReportLine } from '../report/rollup-queries.js'
import { type REPORT_COUNTS, type ReportMoney, sumLines } from '../report/rows.js'
import type { PlaybackLine } from './day-lines.js'

type Count = (typeof REPORT_COUNTS)[number]

export interface TodayNumbers extends Record<Count, number> {
  money: ReportMoney[]
  /** Of test orders, which `money` and the counts leave out. */
  test: { purchases: number; money: ReportMoney[] }
  /** In milliseconds; null without a first frame. */
  first_frame: { count: number; p50: number | null; p75: number | null; p95: number | null }
  /** `share` is the mean share of a play's time that stalled, `stalled` the plays that stalled at all. */
  rebuffering: { plays: number; stalled: number; share: number | null }
  early_exits: number
  errors: { kind: string; count: number }[]
}

export function sumLinesOfDay(counts: readonly ReportLine[], playback: readonly PlaybackLine[]): TodayNumbers {
  const { test, ...numbers } = sumLines(counts)
  const ofMeasure = (measure: PlaybackMeasure) => playback.filter(line => line.measure === measure)
  return {
    ...numbers,
    test: { purchases: test.purchases, money: test.money },
    first_frame: toFirstFrame(ofMeasure('first_frame')),
    rebuffering: toRebuffering(ofMeasure('rebuffering')),
    early_exits: sumCounts(ofMeasure('early_exit')),
    errors: toErrors(ofMeasure('error'))
  }
}

const sumCounts = (counts: readonly PlaybackLine[]) => Math.round(counts.reduce((sum, { count }) => sum + count, 0))

function toFirstFrame(counts: readonly PlaybackLine[]): TodayNumbers['first_frame'] {
  const classes = new Map<number, number>()
  for (const { bucket, count } of counts) classes.set(bucket, (classes.get(bucket) ?? 0) + count)
  return {
    count: sumCounts(counts),
    p50: findPercentile(classes, 0.5),
    p75: findPercentile(classes, 0.75),
    p95: findPercentile(classes, 0.95)
  }
}

const SHARE_PRECISION = 100_000

function toRebuffering(counts: readonly PlaybackLine[]): TodayNumbers['rebuffering'] {
  const plays = counts.reduce((sum, { count }) => sum + count, 0)
  const total = counts.reduce((sum, count) => sum + count.total, 0)
  const share = plays === 0 ? null : Math.round((total / plays / MILLIONTHS) * SHARE_PRECISION) / SHARE_PRECISION
  return { plays: Math.round(plays), stalled: sumCounts(counts.filter(({ bucket }) => bucket > 0)), share }
}

function toErrors(counts: readonly PlaybackLine[]): TodayNumbers['errors'] {
  const kinds = new Map<string, number>()
  for (const { kind, count } of counts) kinds.set(kind, (kinds.get(kind) ?? 0) + count)
  return [...kinds]
    .map(([kind, count]) => ({ kind, count: Math.round(count) }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count || (one.kind < other.kind ? -1 : 1))
}
