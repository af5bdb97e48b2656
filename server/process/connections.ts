import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'

interface Connection {
  inFlight: number
  quietSince: number
}

export interface Connections {
  msSinceAccepted(): number
  /** Unlike `http.Server.close`, keeps connections whose request has not been read yet. */
  stopListening(): Promise<void>
  closeIdle(quietMs: number): void
  closeAll(): void
}

export function watchConnections(server: Server): Connections {
  const openConnections = new Map<Socket, Connection>()
  let acceptedAt = Number.NEGATIVE_INFINITY
  server.on('connection', (socket: Socket) => {
    acceptedAt = performance.now()
    openConnections.set(socket, { inFlight: 0, quietSince: acceptedAt })
    socket.once('close', () => openConnections.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    const connection = openConnections.get(socket)
    if (!connection) return
    connection.inFlight++
    response.once('close', () => {
      connection.inFlight--
      connection.quietSince = performance.now()
    })
  })
  return {
    msSinceAccepted: () => performance.now() - acceptedAt,
    stopListening: () => new Promise(resolve => void NetServer.prototype.close.call(server, () => resolve())),
    closeIdle(quietMs) {
      const quietBefore = performance.now() - quietMs
      for (const [socket, { inFlight, quietSince }] of openConnections)
        if (inFlight === 0 && quietSince < quietBefore) socket.destroy()
    },
    closeAll() {
      for (const socket of openConnections.keys()) socket.destroy()
    }
  }
}
