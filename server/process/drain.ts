import type { Server } from 'node:http'
import type { ServerLifecycle } from '../http/server-lifecycle.js'
import { type Connections, watchConnections } from './connections.js'

const QUIET_BEFORE_CLOSE_MS = 150
const MAX_QUIET_WAIT_MS = 2_000
/** Idle connections stay open this long, because a request may have arrived unread. */
const IDLE_TIMEOUT_MS = 1_000
const DRAIN_TIMEOUT_MS = 10_000
const CHECK_INTERVAL_MS = 50

/** On SIGTERM or SIGINT: finishes pending requests within 10 s, then runs `close` and exits 0. */
export function drainOnSignal(server: Server, lifecycle: ServerLifecycle, close: () => Promise<void>): void {
  const connections = watchConnections(server)
  const shutDown = async () => {
    if (lifecycle.isDraining) return
    lifecycle.isDraining = true
    await gracefulShutdown(connections)
    await close()
    process.exit(0)
  }
  process.on('SIGTERM', shutDown)
  process.on('SIGINT', shutDown)
}

async function gracefulShutdown(connections: Connections): Promise<void> {
  const startedAt = performance.now()
  const elapsedMs = () => performance.now() - startedAt
  // Waits for a pause, because closing the listening socket resets connections that are not accepted yet.
  while (connections.msSinceAccepted() < QUIET_BEFORE_CLOSE_MS && elapsedMs() < MAX_QUIET_WAIT_MS)
    await wait(CHECK_INTERVAL_MS)
  await wait(CHECK_INTERVAL_MS)
  const closed = connections.stopListening()
  const closeTimer = setInterval(
    () => (elapsedMs() < DRAIN_TIMEOUT_MS ? connections.closeIdle(IDLE_TIMEOUT_MS) : connections.closeAll()),
    CHECK_INTERVAL_MS
  )
  await closed
  clearInterval(closeTimer)
}

const wait = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))
