import { formatTable } from '../support/statistics.js'
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
