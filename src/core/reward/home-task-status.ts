// Stores until when the Home task is done, to save a request at each start.
import type { Task } from '../../../contract/task.js'
import type { App } from '../app.js'

/** Value: `<epoch ms of the server> <owner>`. */
export const HOME_TASK_KEY = 'drama_home_task'

type Device = Pick<App, 'session' | 'environment'>

const getOwner = ({ session }: Device) => session.token()?.slice(-12) ?? ''

export function markHomeTaskDone(device: Device, tasks: readonly Task[]): void {
  const task = tasks.find(({ code }) => code === 'home_15s')
  if (task && task.status !== 'doing') storeHomeTaskDoneUntil(device, task.ends_at)
}

export function storeHomeTaskDoneUntil(device: Device, at: number): void {
  device.environment.storage.set(HOME_TASK_KEY, `${at} ${getOwner(device)}`)
}

/** A wrong device clock costs one request or delays the task by a day. */
export function isHomeTaskDone(device: Device, now: number): boolean {
  const [at, storedOwner] = (device.environment.storage.get(HOME_TASK_KEY) ?? '').split(' ')
  return storedOwner === getOwner(device) && Number(at) > now
}
