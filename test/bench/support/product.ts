import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openPartnerSite, openProduct } from '../../e2e/support/open-product.js'
import { bundleBarePlayer, packWorker } from './bundles.js'
import { openSlowProxy, type SlowProxy } from './slow-proxy.js'

export const DEEP_LINK = { dramaId: 'd_winter-bride', number: 1 }

export type Way = 'light' | 'worker' | 'native'

export interface Stage {
  /** Urls of partner pages, each on its own origin. */
  pages: { play: string; home: string; one: string; two: string }
  delayPreflights: SlowProxy['delayPreflights']
  /** Each page gets its own stream url, like each visitor. With `isWaiting` it loads without playing. */
  openBarePage(options?: { isWaiting?: boolean; way?: Way }): Promise<{ address: string; stop(): Promise<void> }>
  stop(): Promise<void>
}

export async function openStage(): Promise<Stage> {
  const product = await openProduct()
  const front = await openSlowProxy(product.origin)
  const script = await serveScript(await bundleBarePlayer(), 'bare-player.js')
  const worker = await serveScript(await packWorker(), 'hls.worker.js')
  const { dramaId, number } = DEEP_LINK
  const entry = `${front.origin}/drama-app.js`
  const play = await openPartnerSite(
    landingPage(entry, `<drama-app start="drama:${dramaId},ep:${number}"></drama-app>`)
  )
  const home = await openPartnerSite(landingPage(entry, '<drama-app></drama-app>'))
  // Both pages have a campaign, because campaigns load extra code.
  const one = await openPartnerSite(landingPage(entry, '<drama-app lpid="one"></drama-app>'))
  const two = await openPartnerSite(
    landingPage(entry, '<drama-app lpid="one"></drama-app><drama-app lpid="two"></drama-app>')
  )
  return {
    pages: { play: play.origin, home: home.origin, one: one.origin, two: two.origin },
    delayPreflights: front.delayPreflights,
    async openBarePage({ isWaiting = false, way = 'light' }: { isWaiting?: boolean; way?: Way } = {}) {
      const stream = await signStream(front.origin)
      const video = `<video class="player" muted playsinline crossorigin></video>`
      const page = await openPartnerSite(
        landingPage(
          script.address,
          video,
          `data-stream="${stream}" data-way="${way}" ${way === 'worker' ? `data-worker="${worker.address}"` : ''} ${isWaiting ? 'data-waits' : ''}`
        )
      )
      return { address: page.origin, stop: page.stop }
    },
    async stop() {
      await Promise.all([play.stop(), home.stop(), one.stop(), two.stop(), script.stop(), worker.stop(), front.stop()])
      await product.stop()
    }
  }
}

function landingPage(script: string, player: string, body = ''): string {
  return `<!doctype html><html lang="pt"><head><title>Oferta</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
<style>body{margin:0;font:16px sans-serif}drama-app,.player{display:block;width:100%;height:86vh}</style>
<script type="module" src="${script}"></script></head>
<body ${body}><h1>Oferta da semana</h1>${player}<p>Assista ao primeiro episódio agora, sem senha e sem e-mail.</p>
</body></html>`
}

/** Signs a visitor in before the measurement and returns the stream url of the response. */
async function signStream(origin: string): Promise<string> {
  const { dramaId, number } = DEEP_LINK
  const response = await fetch(`${origin}/index/visitor_login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ want: `play:${dramaId}:${number}` })
  })
  const answer = (await response.json()) as { data?: { first?: { sources?: { url: string }[] } } }
  const url = answer.data?.first?.sources?.[0]?.url
  if (!url) throw new Error(`the API gave no stream for ${dramaId}, episode ${number}`)
  return url
}

async function serveScript(packed: Buffer, name: string): Promise<{ address: string; stop(): Promise<void> }> {
  const server = createServer((_request, response) => sendScript(response, packed))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { address: `http://localhost:${port}/${name}`, stop: () => close(server) }
}

function sendScript(response: ServerResponse, packed: Buffer): void {
  response.writeHead(200, {
    'Content-Type': 'text/javascript; charset=utf-8',
    'Content-Encoding': 'br',
    'Content-Length': packed.length,
    'Access-Control-Allow-Origin': '*',
    'Timing-Allow-Origin': '*'
  })
  response.end(packed)
}

const close = (server: Server) => new Promise<void>(resolve => server.close(() => resolve()))
