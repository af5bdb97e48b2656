import { once } from 'node:events'
import type { IncomingMessage, Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { uploadImage } from '../../contract/reward.js'
import type { Config } from '../config/config.js'
import { ConfigError } from '../config/env-values.js'
import type { HonoApp } from '../http/app-environment.js'

// Node's own limits leave a slow socket open for 87 s (headers) or 300 s (body). A picture is as long on its way as a
// phone with 3G needs: its sender gives up after a minute.
const limits = {
  headersTimeout: 8_000,
  requestTimeout: 120_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 10_000,
  maxHeaderSize: 16 * 1024
}

/** Everything but a picture has been sent by then, in ms. */
const BODY_TIMEOUT = 15_000
/** A picture brings at least this many bytes in every such stretch of ms: less than a tenth of what 3G carries. */
const UPLOAD_WINDOW_MS = 15_000
const MIN_UPLOAD_BYTES = 64 * 1024
/** In ms: a connection on which nothing moves for so long, in either direction, is closed. */
const SOCKET_TIMEOUT = 60_000

/** Starts listening; throws ConfigError that names PORT or HOST. */
export async function listen(app: HonoApp, { port, host }: Pick<Config, 'port' | 'host'>): Promise<Server> {
  const server = createAdaptorServer({ fetch: app.fetch, serverOptions: limits }) as Server
  server.setTimeout(SOCKET_TIMEOUT, socket => socket.destroy())
  server.on('request', endSlowBody)
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    throw listenError(error, port, host)
  }
  return server
}

function endSlowBody(request: IncomingMessage): void {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers
  if (length === '0' && coding === undefined) return
  if (request.url?.split('?', 1)[0] === uploadImage.path) {
    closeSlowUpload(request)
    return
  }
  const timer = setTimeout(() => request.complete || request.socket.destroy(), BODY_TIMEOUT)
  request.once('close', () => clearTimeout(timer))
}

/** Ends a picture that comes so slowly that its sender only wants to hold the connection. */
function closeSlowUpload(request: IncomingMessage): void {
  const { socket } = request
  let before = socket.bytesRead
  const timer = setInterval(() => {
    const brought = socket.bytesRead - before
    before = socket.bytesRead
    if (!request.complete && brought < MIN_UPLOAD_BYTES) socket.destroy()
  }, UPLOAD_WINDOW_MS)
  request.once('close', () => clearInterval(timer))
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
