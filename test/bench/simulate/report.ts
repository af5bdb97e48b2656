import { formatTable } from '../support/statistics.js'
import { dayRequests, dayWatchedSeconds, type Kind } from './viewer-day.js'

/** `ms` is the processor time of one request, servers and Postgres together. */
export interface ModelRow {
  kind: Kind
  count: number
  ms: number
}

export interface Simulated {
  /** Processor time of one viewer's day, servers and Postgres together. */
  dayMs: number
  serverShare: number
  seconds: number
  requestsPerSecond: number
  failed: number
  repeatedRequests: number
  /** Acknowledged, and not in the database. */
  lostBeats: number
  repeatedBeats: number
}

interface Report {
  servers: number
  viewers: number
  model: readonly ModelRow[]
  mixed: Simulated
  killed: Simulated
  /** By one viewer's day. */
  written: Written
}

/** Into the database: rows, bytes of the write-ahead log, and by how much the files have grown. */
export interface Written {
  rows: number
  logBytes: number
  bytes: number
}

/** Of a day's viewers that are there in the busiest hour. */
const PEAK_SHARE = 0.1
const AUDIENCES = [10_000, 1_000_000, 100_000_000]
/** Of 540p, in bit/s. */
const FILM_BITRATE = 1_400_000

const AUDIENCE_HEAD = [
  'viewers a day',
  'requests/s',
  'beats/s',
  'cores',
  'rows written/s',
  'log MB/s',
  'database GB a day',
  'film Gbit/s'
]

export function report({ servers, viewers, model, mixed, killed, written }: Report): string {
  const expectedMs = model.reduce((sum, { count, ms }) => sum + count * ms, 0)
  const rows = model.map(({ kind, count, ms }) => [kind, `${count}`, ms.toFixed(2), (count * ms).toFixed(0)])
  const days = formatTable([
    ['request', 'a day', 'ms each', 'ms a day'],
    ...rows,
    ['all', `${dayRequests}`, '', expectedMs.toFixed(0)]
  ])
  const runs = formatTable([
    [`${viewers} days on ${servers} servers`, 'requests/s', 'ms a day', 'of the model', 'failed', 'repeated', 'lost'],
    toRow('all kinds at once', mixed, expectedMs),
    toRow('a server killed at half', killed, null)
  ])
  const audiences = formatTable([
    AUDIENCE_HEAD,
    ...AUDIENCES.map(count => {
      const perSecond = (count * PEAK_SHARE) / 3600
      const beats = model.find(({ kind }) => kind === 'progress')?.count ?? 0
      return [
        count.toLocaleString('en'),
        Math.ceil(perSecond * dayRequests).toLocaleString('en'),
        Math.ceil(perSecond * beats).toLocaleString('en'),
        ((perSecond * mixed.dayMs) / 1000).toFixed(1),
        Math.ceil(perSecond * written.rows).toLocaleString('en'),
        ((perSecond * written.logBytes) / 1e6).toFixed(1),
        ((count * written.bytes) / 1e9).toFixed(1),
        ((perSecond * dayWatchedSeconds * FILM_BITRATE) / 1e9).toFixed(1)
      ]
    })
  ])
  const share = `${(mixed.serverShare * 100).toFixed(0)} % of the processor time is the servers', the rest Postgres'.`
  return `${days}\n\n${runs}\n  ${share}\n\nIn the busiest hour, a tenth of the day's viewers:\n${audiences}`
}

const toRow = (name: string, run: Simulated, expectedMs: number | null) => [
  name,
  run.requestsPerSecond.toFixed(0),
  expectedMs === null ? '' : run.dayMs.toFixed(0),
  expectedMs === null ? '' : (run.dayMs / expectedMs).toFixed(2),
  `${run.failed}`,
  `${run.repeatedRequests}`,
  `${run.lostBeats}`
]
