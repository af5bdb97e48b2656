import { html, raw } from 'hono/html'
import { intlLocales } from '../store/product-titles.js'
import type { EmbedOptions } from './embed-address.js'
import type { EmbeddedEpisode } from './embedded-episode.js'

const style = `
html, body { height: 100%; margin: 0; background: #0b0b10; overscroll-behavior: none; }
main, drama-app { display: block; height: 100%; }
`

/** A wide frame needs no picture that is higher than a screen. */
const MAX_HEIGHT_PX = 760
const MIN_HEIGHT_PX = 480

/** Says in the format of Embedly which height the frame needs, which Medium and others understand, too. */
const heightScript = `
let sent = 0
const sendHeight = () => {
  const height = Math.min(${MAX_HEIGHT_PX}, Math.max(${MIN_HEIGHT_PX}, Math.round((innerWidth * 16) / 9)))
  if (height !== sent) parent.postMessage(JSON.stringify({ context: 'iframe.resize', src: location.href, height }), '*')
  sent = height
}
if (parent !== window) {
  addEventListener('resize', sendHeight)
  sendHeight()
}
`

export function renderEmbedPage(
  { address, title }: EmbeddedEpisode,
  { lang, lpid }: EmbedOptions,
  { siteUrl, oembedUrl }: { siteUrl: string; oembedUrl: string }
) {
  return html`<!doctype html>
<html lang="${intlLocales[lang ?? 'pt']}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
    <meta name="robots" content="noindex">
    <meta name="color-scheme" content="dark">
    <title>${title}</title>
    <link rel="canonical" href="${siteUrl}">
    <link rel="alternate" type="application/json+oembed" href="${oembedUrl}" title="${title}">
    <script type="module" src="/drama-app.js"></script>
    <style>${raw(style)}</style>
  </head>
  <body>
    <main><drama-app start="drama:${address.dramaId},ep:${address.no}"${lang && html` lang="${lang}"`}${lpid && html` lpid="${lpid}"`}></drama-app></main>
    <script type="module">${raw(heightScript)}</script>
  </body>
</html>
`
}
