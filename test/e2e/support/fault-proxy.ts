import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request as requestOver,
  type ServerResponse
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { openProduct, type Product } from './open-product.js'
import { getSharedProduct } from './shared-products.js'

export type Fault =
  | { kind: 'status'; status: number; body?: object }
  /** Responds with a playlist, as a cache does that mistakes one address for another. */
  | { kind: 'playlist'; text: string }
  | { kind: 'reset' }
  | { kind: 'silent' }
  /** Responds correctly when the fault ends. */
  | { kind: 'held' }
  /** Sends headers and half of the body, or `share` of it, then nothing. */
  | { kind: 'stuck'; share?: number }
  /** Sends half of the body with a matching length. */
  | { kind: 'short' }
  /** Sends half of the body, or `share` of it, then closes the connection. */
  | { kind: 'torn'; share?: number }
  | { kind: 'noise' }
  /** Reverses the bytes of the second half. */
  | { kind: 'damaged' }
  | { kind: 'slow'; bytesPerSecond: number }

export interface ActiveFault {
  hits(): number
  /** Later requests succeed, and responses of a `held` fault are sent. Other pending responses keep hanging. */
  end(): void
}

export interface FaultProxy extends Product {
  /** Paths with query, in order of request. */
  requestedPaths: string[]
  /** Paths whose response was sent, in order of completion. */
  completedPaths: string[]
  addFault(address: RegExp, fault: Fault, count?: number): ActiveFault
  /** Ends all faults and clears both lists of paths. */
  clearFaults(): void
}

interface Rule {
  address: RegExp
  fault: Fault
  left: number
  hits: number
  held: (() => void)[]
}

/** Puts a proxy before the shared product, or before a product of its own if `env` is given. */
export async function openFaultyProduct(env?: Record<string, string>): Promise<FaultProxy> {
  const product = await (env ? openProduct(env) : getSharedProduct())
  const asked: string[] = []
  const answered: string[] = []
  let rules: Rule[] = []
  const server = createServer((incoming, outgoing) => {
    const address = incoming.url ?? '/'
    asked.push(address)
    outgoing.once('finish', () => answered.push(address))
    const rule = rules.find(one => one.left > 0 && one.address.test(address) && incoming.method !== 'OPTIONS')
    if (rule) {
      rule.left--
      rule.hits++
    }
    const target = new URL(address, product.origin)
    if (rule?.fault.kind === 'held') rule.held.push(() => answer(target, incoming, outgoing, undefined))
    else answer(target, incoming, outgoing, rule?.fault)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://localhost:${port}`,
    requestedPaths: asked,
    completedPaths: answered,
    addFault(address, fault, count = Number.POSITIVE_INFINITY) {
      const rule = { address, fault, left: count, hits: 0, held: [] as Rule['held'] }
      rules = [rule, ...rules]
      return {
        hits: () => rule.hits,
        end() {
          rule.left = 0
          for (const release of rule.held.splice(0)) release()
        }
      }
    },
    clearFaults() {
      rules = []
      asked.length = answered.length = 0
    },
    async stop() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
      await product.stop()
    }
  }
}

function answer(target: URL, incoming: IncomingMessage, outgoing: ServerResponse, fault: Fault | undefined): void {
  if (fault?.kind === 'status') refuse(outgoing, fault.status, fault.body)
  if (fault?.kind === 'playlist') sendPlaylist(outgoing, fault.text)
  if (fault?.kind === 'reset') incoming.socket.destroy()
  if (fault && ['status', 'playlist', 'reset', 'silent'].includes(fault.kind)) return
  const upstream = forward(target, incoming)
  upstream.once('error', () => outgoing.destroy())
  upstream.once('response', response => {
    if (fault) void collect(response).then(body => send(outgoing, response, body, fault))
    else response.pipe(outgoing.writeHead(response.statusCode ?? 502, response.headers))
  })
  outgoing.once('close', () => upstream.destroy())
}

/** Keeps the Host header, so that URLs in responses lead through the proxy. */
function forward(target: URL, incoming: IncomingMessage): ClientRequest {
  const upstream = requestOver(target, { method: incoming.method, headers: incoming.headers })
  incoming.pipe(upstream)
  return upstream
}

function refuse(outgoing: ServerResponse, status: number, body: object = { code: status, msg: 'spoilt', data: null }) {
  const headers = {
    'Content-Type': 'application/json',
    'Access-Control-Allow-Origin': '*',
    'Cache-Control': 'no-store'
  }
  outgoing.writeHead(status, headers).end(JSON.stringify(body))
}

function sendPlaylist(outgoing: ServerResponse, text: string) {
  const headers = {
    'Content-Type': 'application/vnd.apple.mpegurl',
    'Access-Control-Allow-Origin': '*',
    'Cache-Control': 'no-store'
  }
  outgoing.writeHead(200, headers).end(text)
}

async function collect(response: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of response) pieces.push(piece)
  return Buffer.concat(pieces)
}

function send(outgoing: ServerResponse, response: IncomingMessage, body: Buffer, fault: Fault): void {
  // Forbid caching, because a cached response would outlive the fault.
  const headers = { ...response.headers, 'content-length': `${body.length}`, 'cache-control': 'no-store' }
  const middle = body.length >> 1
  const part = body.subarray(0, Math.round(body.length * (('share' in fault && fault.share) || 0.5)))
  const begin = (changed: object = {}) => outgoing.writeHead(response.statusCode ?? 200, { ...headers, ...changed })
  switch (fault.kind) {
    case 'stuck':
      begin().write(part)
      break
    case 'short':
      begin({ 'content-length': `${middle}` }).end(body.subarray(0, middle))
      break
    case 'torn':
      begin().write(part, () => outgoing.destroy())
      break
    case 'noise':
      begin().end(Buffer.alloc(body.length, 'x'))
      break
    case 'damaged':
      begin().end(Buffer.concat([body.subarray(0, middle), body.subarray(middle).reverse()]))
      break
    case 'slow':
      trickle(begin(), body, fault.bytesPerSecond)
      break
  }
}

const TICK_MS = 100

function trickle(outgoing: ServerResponse, body: Buffer, bytesPerSecond: number): void {
  const size = Math.max(1, Math.round((bytesPerSecond * TICK_MS) / 1000))
  let sent = 0
  const timer = setInterval(() => {
    outgoing.write(body.subarray(sent, sent + size))
    sent += size
    if (sent < body.length) return
    clearInterval(timer)
    outgoing.end()
  }, TICK_MS)
  outgoing.once('close', () => clearInterval(timer))
}
