import type { ListItem } from '../../api/action-types.js'

export type Schedule = ListItem<'/partner/schedule_list'>

/** From Monday on. */
export const weekdays = ['1', '2', '3', '4', '5', '6', '7'] as const
export const toWeekdayKey = (weekday: number) => weekdays[weekday - 1] ?? '1'
