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
  moves: { grain: string; list: Move[] } | null
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
    const grain = areFullHours(span, buckets)
      ? { grain: 'hour', slots: SLOTS_PER_HOUR }
      : { grain: 'campaign', slots: 1 }
    return toPlan([toPart(grain, span.start, span.end)])
  }
  if (time === null) return toPlan(splitTime(span, listLevels({ grain: 'episode', slots: 1 }, 'day', 'span')))
  if (time === 'hour') return toPlan([toPart({ grain: 'episode', slots: 1 }, span.start, span.end)])
  return planDays(span, buckets, { dayGrain: 'day', fine: { grain: 'episode', slots: 1 } })
}

export function planSourceRollups(
  { time, place, isByUtmSource, isByCountry }: ReportGrouping,
  span: SlotSpan,
  buckets: Buckets
): RollupPlan {
  const name = isByUtmSource ? 'utm' : 'country'
  const isOneSource = !(isByUtmSource && isByCountry)
  const isByHour = place === null && isOneSource && areFullHours(span, buckets)
  const fine = isByHour ? { grain: `${name}_hour`, slots: SLOTS_PER_HOUR } : { grain: 'slot', slots: 1 }
  if (time === 'hour') return toPlan([toPart(fine, span.start, span.end)])
  const campaignDay = `${name}_campaign_day`
  // A report has two dimensions at most, so days of sources have no place.
  if (time === 'day') return planDays(span, buckets, { dayGrain: campaignDay, fine })
  if (!isOneSource) return toPlan(splitTime(span, listLevels(fine, 'pair_day', 'pair_span')))
  if (place === null) return toPlan(splitTime(span, [fine, { grain: campaignDay, slots: SLOTS_PER_DAY }]))
  return toPlan(splitTime(span, listLevels(fine, `${name}_day`, `${name}_span`)))
}

const toPlan = (parts: RollupPart[]): RollupPlan => ({
  parts: parts.filter(({ start, end }) => start < end),
  moves: null
})

interface Grain {
  grain: string
  slots: number
}

const toPart = ({ grain, slots }: Grain, start: number, end: number): RollupPart => ({
  grain,
  slots,
  start: start / slots,
  end: end / slots,
  slotInBucket: 0
})

const isFullHour = (slot: number) => slot % SLOTS_PER_HOUR === 0

const areFullHours = ({ start, end }: SlotSpan, buckets: Buckets) =>
  isFullHour(start) && isFullHour(end) && buckets.every(bucket => isFullHour(bucket.start))

const listLevels = (fine: Grain, day: string, span: string): Grain[] => [
  fine,
  { grain: day, slots: SLOTS_PER_DAY },
  { grain: span, slots: SLOTS_PER_DAY * DAYS_PER_ROLLUP_SPAN }
]

/** Splits the time into as few buckets as possible: small ones at the edges, larger ones between. */
function splitTime({ start, end }: SlotSpan, [level, ...larger]: readonly Grain[]): RollupPart[] {
  if (level === undefined) return []
  const [next] = larger
  if (next === undefined) return [toPart(level, start, end)]
  const first = Math.ceil(start / next.slots) * next.slots
  const last = Math.floor(end / next.slots) * next.slots
  if (first >= last) return [toPart(level, start, end)]
  return [toPart(level, start, first), ...splitTime({ start: first, end: last }, larger), toPart(level, last, end)]
}

const NOON = SLOTS_PER_DAY / 2

function planDays(
  { start, end }: SlotSpan,
  buckets: Buckets,
  { dayGrain, fine }: { dayGrain: string; fine: Grain }
): RollupPlan {
  const firstDay = Math.ceil((start - NOON) / SLOTS_PER_DAY)
  const endDay = Math.ceil((end - NOON) / SLOTS_PER_DAY)
  if (firstDay >= endDay) return toPlan([toPart(fine, start, end)])
  const days = { start: firstDay * SLOTS_PER_DAY, end: endDay * SLOTS_PER_DAY }
  const { parts } = toPlan([
    toPart(fine, start, days.start),
    { ...toPart({ grain: dayGrain, slots: SLOTS_PER_DAY }, days.start, days.end), slotInBucket: NOON },
    toPart(fine, days.end, end)
  ])
  const list = Array.from({ length: endDay - firstDay }, (_, index) => firstDay + index).flatMap(day =>
    listMoves(day, { start, end }, buckets).map(move => ({
      ...move,
      start: move.start / fine.slots,
      end: move.end / fine.slots
    }))
  )
  return { parts, moves: list.length === 0 ? null : { grain: fine.grain, list } }
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
