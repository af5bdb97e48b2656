// Chooses the rollups with the fewest rows.
import type { ReportGrouping } from './dimensions.js'
import { DAYS_PER_ROLLUP_SPAN, SLOTS_PER_DAY, SLOTS_PER_HOUR } from './metrics.js'
import type { ReportPeriodBucket } from './period.js'

/** `start` and `end` count buckets of `slots` quarters of an hour. A bucket counts at its slot number `slotInBucket`. */
export interface RollupPart {
  grain: string
  slots: number
  start: number
  end: number
  slotInBucket: number
}

/**
 * Rollups by UTC day count at noon, so that a part of the day is on the wrong side of a local midnight: `moves` takes it
 * off `noonSlot` and adds it at `slot`, or nowhere if it lies outside of the period.
 */
export interface RollupPlan {
  parts: RollupPart[]
  moves: { grain: string; slots: number; list: Move[] } | null
}

interface Move {
  start: number
  end: number
  slot: number | null
  noonSlot: number
}

interface SlotSpan {
  start: number
  end: number
}

type Buckets = readonly ReportPeriodBucket[]

export function planRollups({ time, place }: ReportGrouping, span: SlotSpan, buckets: Buckets): RollupPlan {
  if (place === null) {
    return areFullHours(span, buckets) ? readHours('hour', span) : toPlan([toPart('campaign', 1, span.start, span.end)])
  }
  if (time === null) return toPlan(splitTime(span, ['episode', 'day', 'span']))
  if (time === 'hour') return toPlan([toPart('episode', 1, span.start, span.end)])
  return planDays(span, buckets, { dayGrain: 'day', grain: 'episode', slots: 1 })
}

export function planSourceRollups(
  { time, place, isByUtmSource }: ReportGrouping,
  span: SlotSpan,
  buckets: Buckets
): RollupPlan {
  const name = isByUtmSource ? 'utm' : 'country'
  if (time === null) {
    return toPlan(
      splitTime(span, place === null ? ['slot', 'pair_day', 'pair_span'] : ['slot', `${name}_day`, `${name}_span`])
    )
  }
  const isByHour = areFullHours(span, buckets)
  if (time === 'day') {
    const fine = isByHour ? { grain: `${name}_hour`, slots: SLOTS_PER_HOUR } : { grain: 'slot', slots: 1 }
    return planDays(span, buckets, { dayGrain: 'pair_day', ...fine })
  }
  return isByHour ? readHours(`${name}_hour`, span) : toPlan([toPart('slot', 1, span.start, span.end)])
}

const toPlan = (parts: RollupPart[]): RollupPlan => ({
  parts: parts.filter(({ start, end }) => start < end),
  moves: null
})

const toPart = (grain: string, slots: number, start: number, end: number): RollupPart => ({
  grain,
  slots,
  start: start / slots,
  end: end / slots,
  slotInBucket: 0
})

const readHours = (grain: string, { start, end }: SlotSpan) => toPlan([toPart(grain, SLOTS_PER_HOUR, start, end)])

const isFullHour = (slot: number) => slot % SLOTS_PER_HOUR === 0

const areFullHours = ({ start, end }: SlotSpan, buckets: Buckets) =>
  isFullHour(start) && isFullHour(end) && buckets.every(bucket => isFullHour(bucket.start))

/** Splits the time into as few buckets as possible: small ones at the edges, larger ones between. */
function splitTime({ start, end }: SlotSpan, [slotGrain, dayGrain, spanGrain]: [string, string, string]): RollupPart[] {
  const levels = [
    { grain: slotGrain, slots: 1 },
    { grain: dayGrain, slots: SLOTS_PER_DAY },
    { grain: spanGrain, slots: SLOTS_PER_DAY * DAYS_PER_ROLLUP_SPAN }
  ]
  const split = (from: number, to: number, level: number): RollupPart[] => {
    const { grain, slots } = levels[level] as (typeof levels)[number]
    const next = levels[level + 1]?.slots
    const first = next === undefined ? to : Math.ceil(from / next) * next
    const last = next === undefined ? to : Math.floor(to / next) * next
    if (next === undefined || first >= last) return [toPart(grain, slots, from, to)]
    return [toPart(grain, slots, from, first), ...split(first, last, level + 1), toPart(grain, slots, last, to)]
  }
  return split(start, end, 0)
}

const NOON = SLOTS_PER_DAY / 2

function planDays(
  { start, end }: SlotSpan,
  buckets: Buckets,
  { dayGrain, grain, slots }: { dayGrain: string; grain: string; slots: number }
): RollupPlan {
  const firstDay = Math.ceil((start - NOON) / SLOTS_PER_DAY)
  const endDay = Math.ceil((end - NOON) / SLOTS_PER_DAY)
  if (firstDay >= endDay) return toPlan([toPart(grain, slots, start, end)])
  const days = { start: firstDay * SLOTS_PER_DAY, end: endDay * SLOTS_PER_DAY }
  const { parts } = toPlan([
    toPart(grain, slots, start, days.start),
    { ...toPart(dayGrain, SLOTS_PER_DAY, days.start, days.end), slotInBucket: NOON },
    toPart(grain, slots, days.end, end)
  ])
  const list = Array.from({ length: endDay - firstDay }, (_, index) => firstDay + index).flatMap(day =>
    listMoves(day, { start, end }, buckets).map(move => ({ ...move, start: move.start / slots, end: move.end / slots }))
  )
  return { parts, moves: list.length === 0 ? null : { grain, slots, list } }
}

function listMoves(day: number, { start, end }: SlotSpan, buckets: Buckets): Move[] {
  const [dayStart, noonSlot, dayEnd] = [day * SLOTS_PER_DAY, day * SLOTS_PER_DAY + NOON, (day + 1) * SLOTS_PER_DAY]
  const bucketStarts = buckets.map(bucket => bucket.start)
  const cuts = [...bucketStarts, end].filter(slot => slot > dayStart && slot < dayEnd)
  return [dayStart, ...cuts].flatMap((from, index) => {
    const to = cuts[index] ?? dayEnd
    if (from <= noonSlot && noonSlot < to) return []
    const slot = from >= start && from < end ? from : null
    return [{ start: from, end: to, slot, noonSlot }]
  })
}
