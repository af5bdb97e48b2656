// `npx tsx test/browsers/native-hls-start.ts [rounds]`: the first frame of the app in WebKitGTK without a media source,
// beside a bare `<video>` that plays the same playlist with the browser's own HLS: once with its address in the page, which
// no page has, because addresses are signed for a visit, and once with the shortest script tag that asks for it. Needs the
// build.
import { openPartnerSite, openProduct } from '../e2e/support/open-product.js'
import { collectProcesses } from './engines/browser-processes.js'
import { findWebKit } from './engines/find-engines.js'
import { startVirtualScreen } from './engines/virtual-screen.js'
import { createWebKit } from './engines/webkit.js'

const rounds = Number(process.argv[2] ?? 7)
const WAIT_MS = 20_000

/** Keeps the time of the first frame of any video, in ms since the navigation began. */
const RECORDER = `<script>
delete window.MediaSource; delete window.ManagedMediaSource
const { createElement } = Document.prototype
const record = video => video.requestVideoFrameCallback(now => { window.firstFrameMs ??= now })
Document.prototype.createElement = function (name) {
  const element = createElement.apply(this, arguments)
  if (name === 'video') record(element)
  return element
}
</script>`

const endProcesses = collectProcesses()
const { driver, browser, xvfb } = findWebKit()
const screen = await startVirtualScreen(xvfb)
const product = await openProduct({ SAMPLE_ACTIVITY: '' })
const engine = createWebKit({ driver, browser, display: screen.display })

async function measure(body: string): Promise<number> {
  const site = await openPartnerSite(`<!doctype html><html lang="pt"><title>P</title>${RECORDER}${body}</html>`)
  const page = await engine.openPage({ width: 375, height: 812 })
  try {
    await page.goto(site.origin)
    const first = await page.evaluate(`new Promise((resolve, reject) => {
      const read = () => window.firstFrameMs === undefined ? requestAnimationFrame(read) : resolve(window.firstFrameMs)
      setTimeout(reject, ${WAIT_MS})
      read()
    })`)
    return Number(first)
  } finally {
    await page.close()
    await site.stop()
  }
}

async function readPlaylistUrl(): Promise<string> {
  const bytes = Buffer.from(await (await fetch(`${product.origin}/m/opening/d_winter-bride/1`)).arrayBuffer())
  const head = JSON.parse(bytes.subarray(4, 4 + bytes.readUInt32BE(0)).toString())
  return head.sources[0].url
}

const style = 'display:block;width:100%;height:100vh'
/** `address` is an expression of the playlist's address. */
const playBare = (address: string) => `
const video = document.createElement('video')
Object.assign(video, { muted: true, playsInline: true })
video.style.cssText = ${JSON.stringify(style)}
document.body.append(video)
video.src = ${address}
video.play()`
const given = (url: string) => `<body style="margin:0"><script>${playBare(JSON.stringify(url))}</script>`
const script = await openPartnerSite(
  `
const { body } = await fetch('${product.origin}/m/opening/d_winter-bride/1')
const reader = body.getReader()
const { value } = await reader.read()
reader.cancel()
const length = new DataView(value.buffer, value.byteOffset).getUint32(0)
const { sources } = JSON.parse(new TextDecoder().decode(value.subarray(4, 4 + length)))
if (document.createElement('video').canPlayType('application/vnd.apple.mpegurl')) {${playBare('sources[0].url')}}`,
  { 'Content-Type': 'text/javascript', 'Access-Control-Allow-Origin': '*' }
)
const asking = `<body style="margin:0"><script type="module" src="${script.origin}"></script>`
const app = `<body style="margin:0"><drama-app start="drama:d_winter-bride,ep:1" style="${style}"></drama-app>
<script type="module" src="${product.origin}/drama-app.js"></script>`

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
const results = { given: [] as number[], asking: [] as number[], app: [] as number[] }
for (let round = 0; round < rounds; round++) {
  results.given.push(await measure(given(await readPlaylistUrl())))
  results.asking.push(await measure(asking))
  results.app.push(await measure(app))
  console.log(
    Object.entries(results)
      .map(([name, times]) => `${name} ${Math.round(times.at(-1) ?? 0)} ms`)
      .join(', ')
  )
}
for (const name of ['given', 'asking'] as const) {
  const ratios = results.app.map((time, round) => time / (results[name][round] ?? Number.NaN))
  console.log(
    `medians of ${rounds}: address ${name} ${Math.round(median(results[name]))} ms, app ${Math.round(median(results.app))} ms, ratio ${median(ratios).toFixed(2)}, ${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`
  )
}
await script.stop()
await product.stop()
await screen.stop()
endProcesses()
