import type { Server } from 'node:http'
import type { Lifecycle } from './app.js'

const SETTLE_MS = 100
const DRAIN_MS = 10_000

/** Ends on SIGTERM or SIGINT: answers what is in flight, at most 10 s, then runs `close` and exits 0. */
export function drainOnSignal(server: Server, lifecycle: Lifecycle, close: () => Promise<void>): void {
  const end = async () => {
    if (lifecycle.isDraining) return
    lifecycle.isDraining = true
    await drain(server)
    await close()
    process.exit(0)
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
}

/** Stops accepting, lets requests in flight finish, and cuts what is left after 10 s. */
export async function drain(server: Server): Promise<void> {
  // Requests that have arrived but are not read yet look like idle connections: let them be read first.
  await new Promise(resolve => setTimeout(resolve, SETTLE_MS))
  const closed = new Promise(resolve => server.close(resolve))
  const idle = setInterval(() => server.closeIdleConnections(), SETTLE_MS)
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
  await closed
  clearInterval(idle)
  clearTimeout(cut)
}
