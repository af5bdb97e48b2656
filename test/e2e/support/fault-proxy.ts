// Stands in front of the real server and spoils chosen answers on their way: the server knows nothing of it, and
// neither does the page.
import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  request as requestOver,
  type ServerResponse
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { openProduct, type Product } from './open-product.js'

/** What becomes of an answer. */
export type Fault =
  /** Another status, with a JSON body as the server's own refusals have it; `body` takes its place. */
  | { kind: 'status'; status: number; body?: object }
  /** The connection is cut before there is an answer. */
  | { kind: 'reset' }
  /** No byte ever comes. */
  | { kind: 'silent' }
  /** No byte comes before the fault ends, and then the right answer. */
  | { kind: 'held' }
  /** Headers and half of the body, and then nothing more. */
  | { kind: 'stuck' }
  /** Half of the body, as if it were all. */
  | { kind: 'short' }
  /** Half of the body, and the connection is cut. */
  | { kind: 'torn' }
  /** As many bytes as there should be, all of them meaningless. */
  | { kind: 'noise' }
  /** The right bytes with those in the second half exchanged: well-formed from outside. */
  | { kind: 'damaged' }
  /** The right bytes in pieces, so many a second. */
  | { kind: 'slow'; bytesPerSecond: number }

/** A fault in force. */
export interface Spoiling {
  /** How many answers it has spoilt. */
  hits(): number
  /** Answers asked for from now on are right again. What hangs goes on hanging, as it does in the world; `held` is let go. */
  end(): void
}

export interface FaultProxy extends Product {
  /** Paths with their queries, in the order in which they were asked for. */
  asked: string[]
  /** Those that an answer was sent to, whole or spoilt, in the order in which it ended. */
  answered: string[]
  /** Spoils the answers to these addresses (path and query), the next `count` of them, or all until it ends. */
  spoil(address: RegExp, fault: Fault, count?: number): Spoiling
  /** Ends everything that is in force; every test begins whole. */
  heal(): void
}

interface Rule {
  address: RegExp
  fault: Fault
  left: number
  hits: number
  /** What waits for its end. */
  held: (() => void)[]
}

/** The product behind a proxy; its pages, API and media all come through it. */
export async function openFaultyProduct(env: Record<string, string> = {}): Promise<FaultProxy> {
  const product = await openProduct(env)
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
    asked,
    answered,
    spoil(address, fault, count = Number.POSITIVE_INFINITY) {
      const rule = { address, fault, left: count, hits: 0, held: [] as Rule['held'] }
      rules = [rule, ...rules]
      return {
        hits: () => rule.hits,
        end() {
          rule.left = 0
          for (const go of rule.held.splice(0)) go()
        }
      }
    },
    heal() {
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
  if (fault?.kind === 'reset') incoming.socket.destroy()
  if (fault && ['status', 'reset', 'silent'].includes(fault.kind)) return
  const upstream = forward(target, incoming)
  upstream.once('error', () => outgoing.destroy())
  upstream.once('response', response => {
    if (fault) void collect(response).then(body => send(outgoing, response, body, fault))
    else response.pipe(outgoing.writeHead(response.statusCode ?? 502, response.headers))
  })
  outgoing.once('close', () => upstream.destroy())
}

/** The host stays the proxy's, so that addresses in answers lead through it. */
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

async function collect(response: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of response) pieces.push(piece)
  return Buffer.concat(pieces)
}

function send(outgoing: ServerResponse, response: IncomingMessage, body: Buffer, fault: Fault): void {
  // What is spoilt must not be kept: it would be met again when the fault is over.
  const headers = { ...response.headers, 'content-length': `${body.length}`, 'cache-control': 'no-store' }
  const middle = body.length >> 1
  const begin = (changed: object = {}) => outgoing.writeHead(response.statusCode ?? 200, { ...headers, ...changed })
  switch (fault.kind) {
    case 'stuck':
      begin().write(body.subarray(0, middle))
      break
    case 'short':
      begin({ 'content-length': `${middle}` }).end(body.subarray(0, middle))
      break
    case 'torn':
      begin().write(body.subarray(0, middle), () => outgoing.destroy())
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

const BEAT = 100

function trickle(outgoing: ServerResponse, body: Buffer, bytesPerSecond: number): void {
  const size = Math.max(1, Math.round((bytesPerSecond * BEAT) / 1000))
  let sent = 0
  const timer = setInterval(() => {
    outgoing.write(body.subarray(sent, sent + size))
    sent += size
    if (sent < body.length) return
    clearInterval(timer)
    outgoing.end()
  }, BEAT)
  outgoing.once('close', () => clearInterval(timer))
}
