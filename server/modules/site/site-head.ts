import { html, raw } from 'hono/html'
import { type Lang, langs } from '../../../contract/protocol/language.js'
import { formatEpisodeTitle } from '../catalogue/titles.js'
import { formatOembedAddress, formatSiteAddress } from '../embed/embed-address.js'
import { formatPreviewAddress, PREVIEW_SIZE_PX } from '../preview/preview-address.js'
import type { SharedDrama } from './shared-drama.js'
import { type HeadContext, listAlternates, openGraphLocales, SITE_NAME, siteTexts } from './site-texts.js'
import { createStructuredData } from './structured-data.js'

export interface SiteHead {
  /** Undefined keeps the page's own title and description. */
  title?: string
  description?: string
  /** HTML before `</head>`. */
  tags: string
}

const MAX_DESCRIPTION_LENGTH = 200

export const noIndexHead: SiteHead = { tags: `<meta name="robots" content="noindex">\n` }

/** `href` is the page's whole address, which editors look up at oEmbed. */
export function renderDramaHead(drama: SharedDrama, context: HeadContext & { href: string }): SiteHead {
  const { origin, lang } = context
  const { episode } = drama
  const episodeTitle = episode && formatEpisodeTitle(episode.title, episode.no, lang)
  const name = episodeTitle === null ? drama.title[lang] : `${drama.title[lang]} · ${episodeTitle}`
  const description = shorten(drama.synopsis[lang])
  const formatAddress = (own: Lang) => formatSiteAddress(origin, { dramaId: drama.id, no: episode?.no ?? null }, own)
  const picture = formatPreviewAddress(origin, drama.id, drama.cover)
  const tags = html`${renderLinks(formatAddress, lang)}
<link rel="alternate" type="application/json+oembed" href="${formatOembedAddress(origin, context.href)}">
${renderOpenGraph({ type: episode === null ? 'video.tv_show' : 'video.episode', name, description, url: formatAddress(lang) }, lang)}
<meta property="og:image" content="${picture}">
<meta property="og:image:type" content="image/jpeg">
<meta property="og:image:width" content="${PREVIEW_SIZE_PX.width}">
<meta property="og:image:height" content="${PREVIEW_SIZE_PX.height}">
<meta property="og:image:alt" content="${drama.title[lang]}">
<meta name="twitter:card" content="summary_large_image">
<meta name="twitter:title" content="${name}">
<meta name="twitter:description" content="${description}">
<meta name="twitter:image" content="${picture}">
<meta name="twitter:image:alt" content="${drama.title[lang]}">
<script type="application/ld+json">${raw(toScriptText(createStructuredData(drama, episodeTitle, context)))}</script>
`
  return { title: `${name} · ${SITE_NAME}`, description, tags: `${tags}` }
}

/** For Home and Discover. */
export function renderPageHead(path: string, { origin, lang }: HeadContext): SiteHead {
  const formatAddress = (own: Lang) => `${origin}${path}${own === 'pt' ? '' : `?lang=${own}`}`
  const { description } = siteTexts[lang]
  const about = { type: 'website', name: SITE_NAME, description, url: formatAddress(lang) }
  const tags = html`${renderLinks(formatAddress, lang)}
${renderOpenGraph(about, lang)}
<meta name="twitter:card" content="summary">
`
  return { tags: `${tags}` }
}

function renderLinks(formatAddress: (lang: Lang) => string, lang: Lang) {
  const alternates = listAlternates(formatAddress).map(
    ({ hreflang, href }) => html`<link rel="alternate" hreflang="${hreflang}" href="${href}">
`
  )
  return html`<link rel="canonical" href="${formatAddress(lang)}">
${alternates}`
}

function renderOpenGraph(
  { type, name, description, url }: { type: string; name: string; description: string; url: string },
  lang: Lang
) {
  const otherLocales = langs
    .filter(other => other !== lang)
    .map(
      other => html`<meta property="og:locale:alternate" content="${openGraphLocales[other]}">
`
    )
  return html`<meta property="og:site_name" content="${SITE_NAME}">
<meta property="og:type" content="${type}">
<meta property="og:title" content="${name}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${url}">
<meta property="og:locale" content="${openGraphLocales[lang]}">
${otherLocales}`
}

/** Cuts between words where the language has spaces. */
function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  const characters = [...line]
  if (characters.length <= MAX_DESCRIPTION_LENGTH) return line
  const cut = characters.slice(0, MAX_DESCRIPTION_LENGTH - 1).join('')
  return `${cut.replace(/\s+\S*$/, '')}…`
}

/** A script element ends at the first `</script`, also inside of a string. */
const toScriptText = (data: object) => JSON.stringify(data).replaceAll('<', '\\u003c')
