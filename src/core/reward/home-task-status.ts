// Stores until when the Home task is done, to save a request at each start.
import type { Task } from '../../../contract/task.js'
import type { App } from '../app.js'
import { storageOwner } from '../lib/stored-list.js'

/** Value: `<epoch ms of the server> <owner>`. */
const HOME_TASK_KEY = 'drama_home_task'

type Device = Pick<App, 'session' | 'environment'>

export function markHomeTaskDone(device: Device, tasks: readonly Task[]): void {
  const task = tasks.find(({ code }) => code === 'home_15s')
  if (task && task.status !== 'doing') storeHomeTaskDoneUntil(device, task.ends_at)
}

export function storeHomeTaskDoneUntil(device: Device, at: number): void {
  device.environment.storage.set(HOME_TASK_KEY, `${at} ${storageOwner(device.session)}`)
}

/** A wrong device clock costs one request or delays the task by a day. */
export function isHomeTaskDone(device: Device, now: number): boolean {
  const [at, storedOwner] = (device.environment.storage.get(HOME_TASK_KEY) ?? '').split(' ')
  return storedOwner === storageOwner(device.session) && Number(at) > now
}
