import { openPartnerSite, openProduct } from '../../e2e/support/open-product.js'
import { makeLongFilm } from '../../film/long-film.js'
import { bundleBarePlayer, packWorker } from './bundles.js'
import { type Episode, FILM_S, film, sample } from './episodes.js'
import { type FileServer, serveFile } from './file-server.js'
import { makeFilmFile } from './film-file.js'
import { openSlowProxy, type SlowProxy } from './slow-proxy.js'

/** `mp4` is a file of the stream's first quality, `tuned` is hls.js light with the settings of the widget's engine. */
export type Way = 'light' | 'tuned' | 'worker' | 'native' | 'mp4'

export interface Stage {
  /** Urls of partner pages, each on its own origin. `play` opens the film, `playSample` the sample. */
  pages: { play: string; playSample: string; home: string; one: string; two: string }
  /** Of the API and the bundle. */
  origin: string
  delayPreflights: SlowProxy['delayPreflights']
  /** Each page gets its own stream url, like each visitor. With `isWaiting` it loads without playing. */
  openBarePage(options?: BarePageOptions): Promise<{ address: string; stop(): Promise<void> }>
  stop(): Promise<void>
}

export interface BarePageOptions {
  episode?: Episode
  /** Url to play instead of a new one of `episode`; empty for a page that plays nothing yet. */
  stream?: string
  /** In seconds. */
  position?: number
  isWaiting?: boolean
  way?: Way
}

export async function openStage(): Promise<Stage> {
  const longFilm = await makeLongFilm({ episodes: 6, seconds: FILM_S })
  const product = await openProduct({ CATALOGUE_DIRS: ['sample/catalogue', longFilm.folder].join(',') })
  const front = await openSlowProxy(product.origin)
  const mp4 = await serveFile(await makeFilmFile(longFilm.folder, film.number), 'video/mp4')
  const script = await serveScript(await bundleBarePlayer())
  const worker = await serveScript(await packWorker())
  const entry = `${front.origin}/drama-app.js`
  const openDeepLink = ({ dramaId, number }: Episode) =>
    openPartnerSite(landingPage(entry, `<drama-app start="drama:${dramaId},ep:${number}"></drama-app>`))
  const play = await openDeepLink(film)
  const playSample = await openDeepLink(sample)
  const home = await openPartnerSite(landingPage(entry, '<drama-app></drama-app>'))
  // Both pages have a campaign, because campaigns load extra code.
  const one = await openPartnerSite(landingPage(entry, '<drama-app lpid="one"></drama-app>'))
  const two = await openPartnerSite(
    landingPage(entry, '<drama-app lpid="one"></drama-app><drama-app lpid="two"></drama-app>')
  )
  return {
    pages: { play: play.origin, playSample: playSample.origin, home: home.origin, one: one.origin, two: two.origin },
    origin: front.origin,
    delayPreflights: front.delayPreflights,
    async openBarePage({
      episode = film,
      stream,
      position = 0,
      isWaiting = false,
      way = 'light'
    }: BarePageOptions = {}) {
      const address = stream ?? (way === 'mp4' ? mp4.address : await signStream(front.origin, episode))
      const attributes = [`data-stream="${address}"`, `data-way="${way}"`, `data-position="${position}"`]
      if (way === 'worker') attributes.push(`data-worker="${worker.address}"`)
      if (isWaiting) attributes.push('data-waits')
      const video = `<video class="player" muted playsinline crossorigin></video>`
      const page = await openPartnerSite(landingPage(script.address, video, attributes.join(' ')))
      return { address: page.origin, stop: page.stop }
    },
    async stop() {
      await Promise.all([play, playSample, home, one, two, script, worker, mp4, front].map(server => server.stop()))
      await product.stop()
      await longFilm.remove()
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
async function signStream(origin: string, { dramaId, number }: Episode): Promise<string> {
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

const serveScript = (packed: Buffer): Promise<FileServer> =>
  serveFile(packed, 'text/javascript; charset=utf-8', { 'Content-Encoding': 'br' })
