import { createServer, type IncomingMessage } from 'node:http'
import { Stripe } from 'stripe'

interface SeenCall {
  method: string
  path: string
  key: string | null
  headers: IncomingMessage['headers']
  params: Record<string, string>
}

export interface StripeSession {
  id: string
  object: 'checkout.session'
  url: string | null
  client_secret: string | null
  status: 'open' | 'complete' | 'expired'
  payment_status: 'unpaid' | 'paid'
  amount_total: number
  currency: string
  payment_intent: string
  client_reference_id: string
  metadata: Record<string, string>
}

export interface FakeStripe {
  base: string
  calls: SeenCall[]
  sessions: Map<string, StripeSession>
  failing: { calls: number }
  close(): Promise<void>
}

export async function openFakeStripe(): Promise<FakeStripe> {
  const calls: SeenCall[] = []
  const sessions = new Map<string, StripeSession>()
  const byKey = new Map<string, unknown>()
  const failing = { calls: 0 }

  const makeSession = (params: Record<string, string>): StripeSession => {
    const id = `cs_test_${sessions.size + 1}`
    const session: StripeSession = {
      id,
      object: 'checkout.session',
      url: params.ui_mode === 'elements' ? null : `https://checkout.stripe.test/${id}`,
      client_secret: params.ui_mode === 'elements' ? `${id}_secret_x` : null,
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: `pi_${id}`,
      amount_total: Number(params['line_items[0][price_data][unit_amount]']),
      currency: params['line_items[0][price_data][currency]'] ?? '',
      client_reference_id: params.client_reference_id ?? '',
      metadata: { order_no: params['metadata[order_no]'] ?? '' }
    }
    sessions.set(id, session)
    return session
  }

  const answer = ({ method, path, key, params }: SeenCall): unknown => {
    if (method === 'GET') return sessions.get(path.split('/').at(-1) ?? '')
    if (key !== null && byKey.has(key)) return byKey.get(key)
    const made = path === '/v1/refunds' ? { id: 're_1', object: 'refund' } : makeSession(params)
    if (key !== null) byKey.set(key, made)
    return made
  }

  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { method = '', url = '', headers } = request
    const key = typeof headers['idempotency-key'] === 'string' ? headers['idempotency-key'] : null
    const call = { method, path: url, key, headers, params: Object.fromEntries(new URLSearchParams(body)) }
    calls.push(call)
    const json = { 'Content-Type': 'application/json' }
    if (failing.calls > 0) {
      failing.calls -= 1
      response.writeHead(503, { ...json, 'stripe-should-retry': 'false' }).end('{"error":{"type":"api_error"}}')
    } else response.writeHead(200, json).end(JSON.stringify(answer(call)))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    base: `http://127.0.0.1:${port}`,
    calls,
    sessions,
    failing,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}

let events = 0

export function eventOf(type: string, object: object, id?: string): string {
  events += 1
  return JSON.stringify({ id: id ?? `evt_${events}`, object: 'event', type, data: { object } }, null, 2)
}

export function stripeSignature(payload: string, secret: string, now: number): string {
  return new Stripe('sk_test_any').webhooks.generateTestHeaderString({
    payload,
    secret,
    timestamp: Math.floor(now / 1000)
  })
}
