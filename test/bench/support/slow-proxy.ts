// Proxy that delays CORS preflights, because the browser's network emulation does not slow them down.
import { Agent, request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SlowProxy {
  origin: string
  delayPreflights(latency: number): void
  stop(): Promise<void>
}

export async function openSlowProxy(target: string): Promise<SlowProxy> {
  const { port } = new URL(target)
  const agent = new Agent({ keepAlive: true })
  let delay = 0
  const forward = (request: IncomingMessage, response: ServerResponse) => {
    const { method, url, headers } = request
    const passed = ask({ agent, host: '127.0.0.1', port, path: url, method, headers }, answer => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    passed.on('error', () => response.destroy())
    response.on('close', () => passed.destroy())
    request.pipe(passed)
  }
  const server = createServer((request, response) => {
    if (request.method === 'OPTIONS' && delay > 0) setTimeout(forward, delay, request, response)
    else forward(request, response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    delayPreflights(latency) {
      delay = latency
    },
    stop() {
      agent.destroy()
      server.closeAllConnections()
      return new Promise(resolve => server.close(() => resolve()))
    }
  }
}
