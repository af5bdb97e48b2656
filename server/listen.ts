import { once } from 'node:events'
import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { type Config, ConfigError } from './config.js'
import type { App } from './lib/app-environment.js'

// Node's own limits leave a slow socket open for 87 s (headers) or 300 s (body).
const limits = {
  headersTimeout: 8_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 10_000,
  maxHeaderSize: 16 * 1024
}

/** Starts listening; throws ConfigError that names PORT or HOST. */
export async function listen(app: App, { port, host }: Pick<Config, 'port' | 'host'>): Promise<Server> {
  const server = createAdaptorServer({ fetch: app.fetch, serverOptions: limits }) as Server
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    throw listenError(error, port, host)
  }
  return server
}

function listenError(error: unknown, port: number, host: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'EADDRINUSE') return new ConfigError('PORT', `${port} is already in use`)
  if (code === 'EACCES') return new ConfigError('PORT', `${port} may not be used without more rights`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new ConfigError('HOST', `${host} is not an address of this machine`)
  return error
}

/** The port the server got: PORT=0 asks for a free one. */
export function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
