// Until when Home has been looked at enough: nobody has to ask the server before then.
import type { Task } from '../../../contract/task.js'
import type { Storage } from '../environment.js'

/** Where the moment is kept, epoch ms of the server, at which the task begins anew. */
export const HOME_TASK_KEY = 'drama_home_task'

export function noteHomeTask(storage: Storage, tasks: readonly Task[]): void {
  const task = tasks.find(({ code }) => code === 'home_15s')
  if (task && task.status !== 'doing') storage.set(HOME_TASK_KEY, `${task.ends_at}`)
}

/** A device whose clock is wrong asks once too often, or a day late. */
export function isHomeTaskDone(storage: Storage, now: number): boolean {
  return Number(storage.get(HOME_TASK_KEY) ?? 0) > now
}
