import { type Log, toLoggedError } from '../../lib/log.js'
import { toLocalDate } from '../../lib/time-zone.js'
import type { Services } from '../../services.js'
import { type AttentionItem, readAttention } from './attention.js'
import { readToday, type Today } from './today.js'

export type TodayMessage = { type: 'today'; data: Today } | { type: 'attention'; data: { list: AttentionItem[] } }

export interface TodayFeed {
  /** Sends the newest messages at once, then those that differ. The returned function ends it. */
  subscribe(listener: (message: TodayMessage) => void): () => void
}

type FeedServices = Pick<Services, 'db' | 'config' | 'metrics' | 'isClockTrusted' | 'clock' | 'log'>

const MINUTE_MS = 60_000
export const TODAY_INTERVAL_MS = 3_000

/** Reads once for all listeners of this server, and nothing without one. */
export function createTodayFeed(services: FeedServices, intervalMs = TODAY_INTERVAL_MS): TodayFeed {
  const listeners = new Set<(message: TodayMessage) => void>()
  const latest = new Map<TodayMessage['type'], { text: string; message: TodayMessage }>()
  let timer: NodeJS.Timeout | undefined
  let isReading = false

  function publish(message: TodayMessage, comparable: unknown) {
    const text = JSON.stringify(comparable)
    if (latest.get(message.type)?.text === text) return
    latest.set(message.type, { text, message })
    for (const listener of listeners) listener(message)
  }

  async function refresh() {
    const { db, config, metrics, clock } = services
    const now = new Date(clock.now())
    const day = toLocalDate(now, config.timezone)
    const today = await readToday(db, metrics.playback, { zone: config.timezone, day, now })
    publish({ type: 'today', data: today }, withoutTimes(today))
    const list = await readAttention({ ...services, now })
    publish({ type: 'attention', data: { list } }, list)
  }

  function run() {
    if (isReading) return
    isReading = true
    refresh()
      .catch(error => warn(services.log, error))
      .finally(() => {
        isReading = false
        timer = listeners.size === 0 ? undefined : setTimeout(run, intervalMs)
        timer?.unref()
        if (listeners.size === 0) latest.clear()
      })
  }

  return {
    subscribe(listener) {
      listeners.add(listener)
      for (const { message } of latest.values()) listener(message)
      if (timer === undefined) run()
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0 || isReading) return
        clearTimeout(timer)
        timer = undefined
        latest.clear()
      }
    }
  }
}

/** Once a minute it is sent in any case, because the days before count until the same time. */
const withoutTimes = ({ until, current }: Today) => [
  Math.floor(until.getTime() / MINUTE_MS),
  current.day,
  current.totals
]

const warn = (log: Log, error: unknown) => log.warn({ error: toLoggedError(error) }, 'today cannot be read')
