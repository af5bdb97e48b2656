import { type TaskCode, taskCode } from '../../../../contract/task.js'

/** What a task gives, and how long it takes in seconds; null where it is not a matter of time. */
interface TaskTerms {
  bonus: number
  seconds: number | null
}

/** Amounts of all tasks. The three of watching are steps of one count. */
export const taskTerms: Readonly<Record<TaskCode, TaskTerms>> = {
  home_15s: { bonus: 5, seconds: 15 },
  watch_5: { bonus: 10, seconds: 5 * 60 },
  watch_10: { bonus: 20, seconds: 10 * 60 },
  watch_15: { bonus: 30, seconds: 15 * 60 },
  topup_gift: { bonus: 50, seconds: null }
}

export const taskCodes = taskCode.options

/** Whole seconds of a count that go into a task. */
export function progressOf(code: TaskCode, counted: number): number | null {
  const { seconds } = taskTerms[code]
  return seconds === null ? null : Math.min(seconds, Math.floor(Math.max(0, counted)))
}

/** The tasks of watching that a count reaches now and did not before. */
export function reachedBetween(before: number, after: number): TaskCode[] {
  const isWatching = (code: TaskCode) => code.startsWith('watch_')
  return taskCodes.filter(code => {
    const target = taskTerms[code].seconds ?? Number.POSITIVE_INFINITY
    return isWatching(code) && before < target && after >= target
  })
}
