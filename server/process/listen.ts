import { once } from 'node:events'
import type { IncomingMessage, Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import { uploadImage } from '../../contract/reward.js'
import type { Config } from '../config/config.js'
import { ConfigError } from '../config/env-values.js'
import type { VariableName } from '../config/variables.js'
import type { HonoApp } from '../http/app-environment.js'
import { isUploadPath } from '../modules/ingest/upload-path.js'

// Node's defaults keep a slow socket open for 87 s (headers) or 300 s (body). `endSlowBody` has the limits of bodies,
// because an episode may take hours.
const serverLimits = {
  headersTimeout: 8_000,
  requestTimeout: 0,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 10_000,
  maxHeaderSize: 16 * 1024
}

const BODY_TIMEOUT_MS = 15_000
/** An image on 3G may take a minute, after which the client gives up. */
const IMAGE_TIMEOUT_MS = 120_000
/** An upload must send MIN_UPLOAD_BYTES in each window, which is less than a tenth of 3G. */
const UPLOAD_WINDOW_MS = 15_000
const MIN_UPLOAD_BYTES = 64 * 1024
const SOCKET_TIMEOUT_MS = 60_000

const mainVariables = { port: 'PORT', host: 'HOST' } as const
export const metricsVariables = { port: 'METRICS_PORT', host: 'METRICS_HOST' } as const

/** Throws ConfigError with the variable that is wrong. */
export async function listen(
  app: HonoApp,
  { port, host }: Pick<Config, 'port' | 'host'>,
  variables: Record<'port' | 'host', VariableName> = mainVariables
): Promise<Server> {
  const server = createAdaptorServer({ fetch: app.fetch, serverOptions: serverLimits }) as Server
  server.setTimeout(SOCKET_TIMEOUT_MS, socket => socket.destroy())
  server.on('request', endSlowBody)
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    throw toListenError(error, { port, host, variables })
  }
  return server
}

function endSlowBody(request: IncomingMessage): void {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers
  if (length === '0' && coding === undefined) return
  const path = request.url?.split('?', 1)[0] ?? ''
  const isImage = path === uploadImage.path
  if (isImage || isUploadPath(path)) closeSlowUpload(request)
  if (!isUploadPath(path)) endAfter(request, isImage ? IMAGE_TIMEOUT_MS : BODY_TIMEOUT_MS)
}

function endAfter(request: IncomingMessage, timeoutMs: number): void {
  const timer = setTimeout(() => request.complete || request.socket.destroy(), timeoutMs)
  request.once('close', () => clearTimeout(timer))
}

function closeSlowUpload(request: IncomingMessage): void {
  const { socket } = request
  let previousBytesRead = socket.bytesRead
  const timer = setInterval(() => {
    const receivedBytes = socket.bytesRead - previousBytesRead
    previousBytesRead = socket.bytesRead
    if (!request.complete && receivedBytes < MIN_UPLOAD_BYTES) socket.destroy()
  }, UPLOAD_WINDOW_MS)
  request.once('close', () => clearInterval(timer))
}

interface ListenAddress extends Pick<Config, 'port' | 'host'> {
  variables: Record<'port' | 'host', VariableName>
}

function toListenError(error: unknown, { port, host, variables }: ListenAddress): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'EADDRINUSE') return new ConfigError(variables.port, `${port} is already in use`)
  if (code === 'EACCES') return new ConfigError(variables.port, `${port} may not be used without more rights`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new ConfigError(variables.host, `${host} is not an address of this machine`)
  return error
}

export function readPort(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
