// The same mix of calls on one server and on several of the same Postgres.
import type { ServerProcess } from '../../server/support/servers/server-process.js'
import { type Caller, createCaller } from '../support/http-caller.js'
import { pinToCore } from '../support/pin-to-core.js'
import { cpuBetween, cpuOf } from '../support/process-cpu.js'
import type { Call } from './calls.js'
import { CONNECTIONS, sendAll } from './measure.js'

export interface Growth {
  servers: number
  requestsPerSecond: number
  /** Of all servers and of Postgres, for one request. */
  serverMs: number
  postgresMs: number
}

interface GrowthOptions {
  start(): ServerProcess
  withHost(call: Caller): Caller
  calls: readonly Call[]
  /** Number of the first request of each call. */
  first: number
  postgres: number | undefined
}

const WARM_UP = 100
const MEASURED = 400

export async function measureGrowth(
  servers: number,
  { start, withHost, calls, first, postgres }: GrowthOptions
): Promise<Growth> {
  const running: ServerProcess[] = []
  const callers: ReturnType<typeof createCaller>[] = []
  try {
    for (let index = 0; index < servers; index++) {
      const server = start()
      running.push(server)
      pinToCore(server.child.pid, index, servers)
      callers.push(createCaller(await server.origin(), CONNECTIONS))
    }
    const pids = running.flatMap(({ child }) => child.pid ?? [])
    let turn = 0
    const balanced: Caller = message => {
      const caller = callers[turn++ % callers.length]
      if (caller === undefined) throw new Error('no server')
      return withHost(caller.call)(message)
    }
    const sendMix = (from: number, count: number) =>
      sendAll(balanced, toMix(calls, first), { from, count: count * calls.length, lanes: CONNECTIONS * servers })
    await sendMix(0, WARM_UP)
    const before = cpuOf(pids, postgres)
    const startedAt = performance.now()
    await sendMix(WARM_UP * calls.length, MEASURED)
    const seconds = (performance.now() - startedAt) / 1000
    const cpu = cpuBetween(before, cpuOf(pids, postgres))
    if (cpu === null) throw new Error('processor time can be read on Linux only')
    const requests = MEASURED * calls.length
    return {
      servers,
      requestsPerSecond: requests / seconds,
      serverMs: (cpu.servers * 1000) / requests,
      postgresMs: (cpu.postgres * 1000) / requests
    }
  } finally {
    for (const { close } of callers) close()
    for (const { child } of running) child.kill('SIGTERM')
    await Promise.all(running.map(({ ended }) => ended))
  }
}

/** How many requests of each call one run sends. */
export const REQUESTS_OF_CALL = WARM_UP + MEASURED

/** Each call in turn. */
const toMix =
  (calls: readonly Call[], first: number) =>
  (index: number): { call: Call; no: number } => {
    const call = calls[index % calls.length]
    if (call === undefined) throw new Error('no calls')
    return { call, no: first + Math.floor(index / calls.length) }
  }
