import type { MessageKey } from '../../../locales/app/en.js'
import { type DateGroupKey, dateRangeOf } from './date-range.js'

export interface DateGroup<Entry> {
  title: MessageKey
  entries: readonly Entry[]
}

const titles: Record<DateGroupKey, MessageKey> = {
  1: 'today',
  2: 'yesterday',
  3: 'thisWeek',
  4: 'thisMonth',
  5: 'thisYear'
}
const slots = [1, 2, 3, 4, 5] as const

/** Expects the newest entry first. `at` and `now` are epoch ms; days are those of the device. */
export function groupByDate<Entry extends { at: number }>(list: readonly Entry[], now: number): DateGroup<Entry>[] {
  const starts = slots.map(slot => ({ title: titles[slot], from: dateRangeOf(slot, now).from }))
  const titleOf = (at: number) => starts.find(({ from }) => Math.min(at, now) >= from)?.title ?? 'earlier'
  const groups: { title: MessageKey; entries: Entry[] }[] = []
  for (const entry of list) {
    const title = titleOf(entry.at)
    const group = groups.find(existing => existing.title === title)
    if (group) group.entries.push(entry)
    else groups.push({ title, entries: [entry] })
  }
  return groups
}
