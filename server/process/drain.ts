import type { Server } from 'node:http'
import type { Lifecycle } from '../app.js'
import { type Connections, watchConnections } from './connections.js'

/** A burst is over when no connection has come for this long; the wait for that has an end too. */
const SETTLE_MS = 150
const SETTLE_LIMIT_MS = 2_000
/** A connection without a request is kept this long: its request may have arrived and not been read. */
const IDLE_MS = 1_000
const DRAIN_MS = 10_000
const STEP_MS = 50

/** Ends on SIGTERM or SIGINT: answers what is in flight, at most 10 s, then runs `close` and exits 0. */
export function drainOnSignal(server: Server, lifecycle: Lifecycle, close: () => Promise<void>): void {
  const connections = watchConnections(server)
  const end = async () => {
    if (lifecycle.isDraining) return
    lifecycle.isDraining = true
    await gracefulShutdown(connections)
    await close()
    process.exit(0)
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
}

/** Stops accepting, lets requests in flight finish, and cuts what is left after 10 s. */
export async function gracefulShutdown(connections: Connections): Promise<void> {
  const startedAt = performance.now()
  const age = () => performance.now() - startedAt
  // Connections that wait to be accepted would be reset with the listening socket.
  while (connections.sinceAccepted() < SETTLE_MS && age() < SETTLE_LIMIT_MS) await pause(STEP_MS)
  await pause(STEP_MS)
  const closed = connections.stopListening()
  const ending = setInterval(
    () => (age() < DRAIN_MS ? connections.closeIdle(IDLE_MS) : connections.closeAll()),
    STEP_MS
  )
  await closed
  clearInterval(ending)
}

const pause = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))
