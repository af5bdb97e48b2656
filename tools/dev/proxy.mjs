// Stands before the server, so that requests wait while it restarts and pages hear of changes.
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, request as sendRequest } from 'node:http'

const CHANGES_PATH = '/dev/changes'
const CLIENT_PATH = '/dev/client.js'
const CLIENT_FILE = new URL('./client.js', import.meta.url)
const CLIENT_TAG = `<script type="module" src="${CLIENT_PATH}"></script>`
/** Names of files below contain a hash of their content, or a signature. */
const CACHED_PATH = /^\/(chunks|media)\//
const HOST_PAGE_PATH = /^\/(host|react)(\/|$)/

export async function startProxy({ port, server }) {
  const pages = new Set()
  let failure = null
  let buildHostPage = async () => {}
  const listener = createServer((request, response) => {
    answer(request, response).catch(error => {
      if (!response.headersSent) response.writeHead(502, { 'Content-Type': 'text/plain; charset=utf-8' })
      response.end(`${error.message}\n`)
    })
  })
  listener.listen(port)
  await once(listener, 'listening')

  return {
    reload() {
      failure = null
      send('changed', '')
    },
    /** Shows the message on open pages, and on pages that open before the next successful build. */
    showError(message) {
      failure = message
      send('failed', message)
    },
    onHostPage(build) {
      buildHostPage = build
    }
  }

  function send(event, text) {
    for (const page of pages) page.write(toEvent(event, text))
  }

  async function answer(request, response) {
    const path = request.url.split('?', 1)[0]
    if (path === CHANGES_PATH) return openChanges(response)
    if (path === CLIENT_PATH) return sendClient(response)
    const serverPort = await server.waitForPort()
    if (serverPort === null) throw new Error('The server did not start: its error is in the terminal.')
    if (HOST_PAGE_PATH.test(path)) await buildHostPage()
    await forward(request, response, { path, port: serverPort }).catch(error => {
      // The server began to restart after its port was read, so nothing was sent.
      if (error.code !== 'ECONNREFUSED' || request.method !== 'GET') throw error
      return answer(request, response)
    })
  }

  function openChanges(response) {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
    response.write(failure === null ? ':\n\n' : toEvent('failed', failure))
    pages.add(response)
    response.once('close', () => pages.delete(response))
  }
}

const toEvent = (event, text) => `event: ${event}\ndata: ${JSON.stringify(text)}\n\n`

async function sendClient(response) {
  response.writeHead(200, { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-store' })
  response.end(await readFile(CLIENT_FILE))
}

async function forward(request, response, { path, port }) {
  const isPage = (request.headers.accept ?? '').includes('text/html')
  // A page is changed on its way, so it must neither be compressed nor confirmed unchanged.
  const { 'accept-encoding': encoding, 'if-none-match': tag, ...pageHeaders } = request.headers
  const headers = isPage ? pageHeaders : request.headers
  // Without an agent the connection closes, so that the server's shutdown does not wait for it.
  const proxied = sendRequest({
    port,
    host: '127.0.0.1',
    path: request.url,
    method: request.method,
    headers,
    agent: false
  })
  response.once('close', () => proxied.destroy())
  request.pipe(proxied)
  const [incoming] = await once(proxied, 'response')
  const answered = { ...incoming.headers }
  delete answered.connection
  if (!CACHED_PATH.test(path) && /html|javascript|css/.test(answered['content-type'] ?? '')) {
    answered['cache-control'] = 'no-store'
  }
  if (isPage && answered['content-type']?.startsWith('text/html')) {
    const page = Buffer.concat(await incoming.toArray()).toString()
    const { 'content-length': length, etag, ...pageAnswer } = answered
    response.writeHead(incoming.statusCode, pageAnswer)
    response.end(page.replace(/(?=<\/head>)/i, () => CLIENT_TAG))
    return
  }
  response.writeHead(incoming.statusCode, answered)
  incoming.pipe(response)
}
