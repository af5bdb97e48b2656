import type { MessageKey } from '../../../locales/app/en.js'
import { createDateGroupLookup, type DateGroupKey } from './date-range.js'

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

/** Expects the newest entry first. `at` and `now` are epoch ms; days are those of the device. */
export function groupByDate<Entry extends { at: number }>(list: readonly Entry[], now: number): DateGroup<Entry>[] {
  const findKey = createDateGroupLookup(now)
  const groups: { title: MessageKey; entries: Entry[] }[] = []
  for (const entry of list) {
    const key = findKey(entry.at)
    const title = key ? titles[key] : 'earlier'
    const group = groups.find(existing => existing.title === title)
    if (group) group.entries.push(entry)
    else groups.push({ title, entries: [entry] })
  }
  return groups
}
