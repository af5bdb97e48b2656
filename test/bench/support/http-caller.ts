import { Agent, type IncomingHttpHeaders, request } from 'node:http'

export interface Message {
  path: string
  token?: string
  key?: string
  /** Sent as JSON, or as a form. */
  body?: object | URLSearchParams
  headers?: Record<string, string>
}

export interface Reply {
  status: number
  text: string
  headers: IncomingHttpHeaders
}

export type Caller = (message: Message) => Promise<Reply>

export function createCaller(origin: string, connections: number): { call: Caller; close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const call: Caller = ({ path, token, key, body, headers: extraHeaders }) =>
    new Promise((resolve, reject) => {
      const isForm = body instanceof URLSearchParams
      const contentType = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
      const headers: Record<string, string> = { 'Content-Type': contentType, ...extraHeaders }
      if (token !== undefined) headers.Authorization = token
      if (key !== undefined) headers['Idempotency-Key'] = key
      const outgoing = request(
        `${origin}${path}`,
        { agent, headers, method: body === undefined ? 'GET' : 'POST' },
        reply => {
          let text = ''
          reply.setEncoding('utf8')
          reply.on('data', chunk => {
            text += chunk
          })
          reply.on('error', reject)
          reply.on('end', () => resolve({ status: reply.statusCode ?? 0, text, headers: reply.headers }))
        }
      )
      outgoing.on('error', reject)
      outgoing.end(isForm ? body.toString() : body && JSON.stringify(body))
    })
  return { call, close: () => agent.destroy() }
}
