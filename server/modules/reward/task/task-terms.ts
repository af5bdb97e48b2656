import { type TaskCode, taskCode } from '../../../../contract/task.js'

interface TaskTerms {
  bonus: number
  seconds: number | null
}

export const taskTerms: Readonly<Record<TaskCode, TaskTerms>> = {
  home_15s: { bonus: 5, seconds: 15 },
  watch_5: { bonus: 10, seconds: 5 * 60 },
  watch_10: { bonus: 20, seconds: 10 * 60 },
  watch_15: { bonus: 30, seconds: 15 * 60 },
  topup_gift: { bonus: 50, seconds: null }
}

export const taskCodes = taskCode.options

export function computeTaskProgress(code: TaskCode, counted: number): number | null {
  const { seconds } = taskTerms[code]
  return seconds === null ? null : Math.min(seconds, Math.floor(Math.max(0, counted)))
}

/** At most the time that has passed of the day. */
export const capDaySeconds = (seconds: number, dayStartsAt: Date, now: Date): number =>
  Math.min(seconds, (now.getTime() - dayStartsAt.getTime()) / 1000)

export function findTasksReachedBetween(before: number, after: number): TaskCode[] {
  const isWatchTask = (code: TaskCode) => code.startsWith('watch_')
  return taskCodes.filter(code => {
    const target = taskTerms[code].seconds ?? Number.POSITIVE_INFINITY
    return isWatchTask(code) && before < target && after >= target
  })
}
