import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Received {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: string
}

/** A partner's own server; `answer` says what it answers with. */
export async function openReceiver() {
  const received: Received[] = []
  const state: {
    answer: (one: Received) => number | 'never'
    page?: { html: string; headers: Record<string, string | string[]> }
  } = { answer: () => 200 }
  const http: Server = createServer((request, response) => {
    let body = ''
    request.on('data', part => (body += part))
    request.on('end', () => {
      const one = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body }
      received.push(one)
      if (one.url === '/page' && state.page) {
        response.writeHead(200, { 'Content-Type': 'text/html', ...state.page.headers })
        return response.end(state.page.html)
      }
      const status = state.answer(one)
      if (status === 'never') return
      response.writeHead(status, status === 302 ? { Location: `${base}/elsewhere` } : {})
      response.end('x'.repeat(5000))
    })
  })
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  return { received, state, base, close: () => http.close() }
}

export type Receiver = Awaited<ReturnType<typeof openReceiver>>
