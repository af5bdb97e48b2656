import { createServer, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FileServer {
  address: string
  stop(): Promise<void>
}

/** Serves one file on an origin of its own. */
export async function serveFile(content: Buffer, type: string, headers: OutgoingHttpHeaders = {}): Promise<FileServer> {
  const server = createServer((request, response) => {
    const [, from = 0] = /^bytes=(\d+)-$/.exec(request.headers.range ?? '') ?? []
    const range = { 'Content-Range': `bytes ${from}-${content.length - 1}/${content.length}` }
    response.writeHead(request.headers.range ? 206 : 200, {
      'Content-Type': type,
      'Content-Length': content.length - Number(from),
      'Accept-Ranges': 'bytes',
      'Access-Control-Allow-Origin': '*',
      'Timing-Allow-Origin': '*',
      ...(request.headers.range && range),
      ...headers
    })
    response.end(content.subarray(Number(from)))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const stop = () => {
    server.closeAllConnections()
    return new Promise<void>(resolve => server.close(() => resolve()))
  }
  return { address: `http://localhost:${port}/${type.startsWith('video') ? 'film.mp4' : 'script.js'}`, stop }
}
