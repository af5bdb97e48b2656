// Until when Home has been looked at enough: nobody has to ask the server before then.
import type { Task } from '../../../contract/task.js'
import type { App } from '../app.js'

/** Where the moment is kept, epoch ms of the server, at which the task begins anew, and for whom. */
export const HOME_TASK_KEY = 'drama_home_task'

type Device = Pick<App, 'session' | 'environment'>

/** Tasks are a user's own: who signs in on the same device has theirs still to do. */
const owner = ({ session }: Device) => session.token()?.slice(-12) ?? ''

export function markHomeTaskDone(device: Device, tasks: readonly Task[]): void {
  const task = tasks.find(({ code }) => code === 'home_15s')
  if (task && task.status !== 'doing') doneUntil(device, task.ends_at)
}

export function doneUntil(device: Device, at: number): void {
  device.environment.storage.set(HOME_TASK_KEY, `${at} ${owner(device)}`)
}

/** A device whose clock is wrong asks once too often, or a day late. */
export function isHomeTaskDone(device: Device, now: number): boolean {
  const [at, whose] = (device.environment.storage.get(HOME_TASK_KEY) ?? '').split(' ')
  return whose === owner(device) && Number(at) > now
}
