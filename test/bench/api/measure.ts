import type pg from 'pg'
import type { Caller } from '../support/http-caller.js'
import { cpuBetween, cpuOf } from '../support/process-cpu.js'
import type { Call } from './calls.js'
import { type Statements, takeStatements } from './statements.js'

export interface Processes {
  server: number
  postgres: number | undefined
}

export interface Measured extends Statements {
  name: string
  /** Of the server process and of Postgres, for one request. */
  serverMs: number
  postgresMs: number
}

export interface Counts {
  warmUp: number
  measured: number
}

/** Requests at a time. */
export const CONNECTIONS = 8

interface Options {
  processes: Processes
  /** Null for a server without a database. */
  client: pg.Client | null
  /** Number of the first request. */
  first: number
  counts: Counts
}

/** Throws at another status or code than the expected one. */
export async function measureCall(
  caller: Caller,
  call: Call,
  { processes, client, first, counts }: Options
): Promise<Measured> {
  const sendFrom = (from: number, count: number) =>
    sendAll(caller, no => ({ call, no }), { from, count, lanes: CONNECTIONS })
  await sendFrom(first, counts.warmUp)
  if (client) await takeStatements(client)
  const before = cpuOf([processes.server], processes.postgres)
  await sendFrom(first + counts.warmUp, counts.measured)
  const cpu = cpuBetween(before, cpuOf([processes.server], processes.postgres))
  const statements = client ? await takeStatements(client) : { queries: 0, commits: 0 }
  if (cpu === null) throw new Error('processor time can be read on Linux only')
  return {
    name: call.name,
    serverMs: (cpu.servers * 1000) / counts.measured,
    postgresMs: (cpu.postgres * 1000) / counts.measured,
    queries: statements.queries / counts.measured,
    commits: statements.commits / counts.measured
  }
}

interface Sending {
  from: number
  count: number
  /** Requests at a time. */
  lanes: number
}

/** `choose` tells the call of a number, and its number among the requests of that call. */
export async function sendAll(
  caller: Caller,
  choose: (index: number) => { call: Call; no: number },
  { from, count, lanes }: Sending
): Promise<void> {
  let next = from
  const send = async () => {
    while (next < from + count) {
      const { call, no } = choose(next++)
      const { status, text } = await caller(call.create(no))
      if (status !== call.status) throw new Error(`${call.name}: ${status} ${text.slice(0, 200)}`)
      const code = /^\{"code":(\d+)/.exec(text)?.[1]
      if (code !== undefined && code !== '200') throw new Error(`${call.name}: ${text.slice(0, 200)}`)
    }
  }
  await Promise.all(Array.from({ length: lanes }, send))
}
