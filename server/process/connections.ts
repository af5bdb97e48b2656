import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'

/** What is known of one open connection; times by the monotonic clock, in ms. */
interface Connection {
  inFlight: number
  quietSince: number
}

/** The connections of one server, so that it can end without cutting a request off. */
export interface Connections {
  /** Ms since a connection was last accepted. */
  sinceAccepted(): number
  /** Stops listening. Unlike http's own close it leaves connections alone whose request has not been read yet. */
  stopListening(): Promise<void>
  /** Ends connections that had nothing to do for this long, in ms. */
  closeIdle(quietMs: number): void
  closeAll(): void
}

export function watchConnections(server: Server): Connections {
  const open = new Map<Socket, Connection>()
  let acceptedAt = Number.NEGATIVE_INFINITY
  server.on('connection', (socket: Socket) => {
    acceptedAt = performance.now()
    open.set(socket, { inFlight: 0, quietSince: acceptedAt })
    socket.once('close', () => open.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    const connection = open.get(socket)
    if (!connection) return
    connection.inFlight++
    response.once('close', () => {
      connection.inFlight--
      connection.quietSince = performance.now()
    })
  })
  return {
    sinceAccepted: () => performance.now() - acceptedAt,
    stopListening: () => new Promise(resolve => void NetServer.prototype.close.call(server, () => resolve())),
    closeIdle(quietMs) {
      const limit = performance.now() - quietMs
      for (const [socket, { inFlight, quietSince }] of open) if (inFlight === 0 && quietSince < limit) socket.destroy()
    },
    closeAll() {
      for (const socket of open.keys()) socket.destroy()
    }
  }
}
