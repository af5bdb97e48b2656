import { formatTable } from '../support/statistics.js'
import type { Growth } from './growth.js'
import type { Measured } from './measure.js'

/** `timesBare` is the processor time of the server against that of the bare server in the same round. */
export interface CallFigures extends Measured {
  timesBare: number
}

const HEAD = ['', 'x bare Hono', 'server ms', 'Postgres ms', 'queries', 'commits']

export function report(figures: readonly CallFigures[]): string {
  const rows = figures.map(({ name, timesBare, serverMs, postgresMs, queries, commits }) => [
    name,
    timesBare.toFixed(1),
    serverMs.toFixed(2),
    postgresMs.toFixed(2),
    queries.toFixed(1),
    commits.toFixed(1)
  ])
  return formatTable([HEAD, ...rows])
}

const GROWTH_HEAD = ['servers', 'requests / s', 'x one server', 'servers ms', 'Postgres ms']

export function reportGrowth(growths: readonly Growth[]): string {
  const [alone] = growths
  const rows = growths.map(({ servers, requestsPerSecond, serverMs, postgresMs }) => [
    `${servers}`,
    requestsPerSecond.toFixed(0),
    (requestsPerSecond / (alone?.requestsPerSecond ?? requestsPerSecond)).toFixed(2),
    serverMs.toFixed(2),
    postgresMs.toFixed(2)
  ])
  return formatTable([GROWTH_HEAD, ...rows])
}
