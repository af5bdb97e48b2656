import type { Cluster } from './cluster.js'
import { type DayCatalogue, type Send, ViewerDay } from './viewer-day.js'

export async function readCatalogue(cluster: Cluster): Promise<DayCatalogue> {
  const home = await cluster.call({ path: '/index/home' })
  const ids = [...home.text.matchAll(/"(d_[A-Za-z0-9_-]+)"/g)].map(([, id]) => id ?? '')
  return { dramaIds: [...new Set(ids)], homeEtag: home.headers.etag ?? '' }
}

export interface Day {
  viewer: ViewerDay
  failures: string[]
}

export function createDays(cluster: Cluster, catalogue: DayCatalogue, count: number): Day[] {
  return Array.from({ length: count }, (_, no) => {
    const failures: string[] = []
    const send: Send = async (kind, message) => {
      const reply = await cluster.call(message)
      const isAnswer = reply.status === 200 && reply.text.startsWith('{"code":200')
      const isSuccess = isAnswer || [303, 304].includes(reply.status)
      if (!isSuccess) {
        failures.push(`${kind}: ${reply.status} ${reply.text.slice(0, 120)}`)
        throw new Error(failures.at(-1))
      }
      return reply
    }
    return { viewer: new ViewerDay(no, catalogue, send), failures }
  })
}

const LANES = 24

/** Some at a time. `onHalf` runs beside them once half of the days are begun. */
export async function runDays(
  days: readonly Day[],
  work: (day: ViewerDay) => Promise<void> = day => day.runAll(),
  onHalf?: () => Promise<void>
): Promise<void> {
  let next = 0
  let halfway: Promise<void> = Promise.resolve()
  const lane = async () => {
    while (next < days.length) {
      if (onHalf !== undefined && next === Math.floor(days.length / 2)) halfway = onHalf()
      const { viewer, failures } = days[next++] as Day
      await work(viewer).catch(error => {
        if (failures.length === 0) failures.push(error instanceof Error ? error.message : String(error))
      })
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  await halfway
}
