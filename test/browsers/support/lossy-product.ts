import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'
import type { Product } from '../../e2e/support/open-product.js'
import { getSharedProduct } from '../../e2e/support/shared-products.js'

export interface LossyProduct extends Product {
  /** Closes all connections, and refuses others. */
  disconnect(): Promise<void>
  reconnect(): Promise<void>
}

/** The shared product at an address that can be cut off, because not every driver can take a browser offline. */
export async function openLossyProduct(): Promise<LossyProduct> {
  const product = await getSharedProduct()
  const target = new URL(product.origin)
  const sockets = new Set<Socket>()
  const server = createServer(incoming => {
    const outgoing = connect(Number(target.port), target.hostname)
    for (const [socket, other] of [
      [incoming, outgoing],
      [outgoing, incoming]
    ] as const) {
      sockets.add(socket)
      socket.pipe(other)
      socket.on('error', () => other.destroy())
      socket.once('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
  })
  const listen = (port: number) => new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  const disconnect = () =>
    new Promise<void>(resolve => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://localhost:${port}`,
    disconnect,
    reconnect: () => listen(port),
    async stop() {
      if (server.listening) await disconnect()
      await product.stop()
    }
  }
}
