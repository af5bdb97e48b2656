// The address of an episode on the page that shows the app, and the ways to pass it on.

export interface SharedEpisode {
  dramaId: string
  no: number
  lpid: string | undefined
}

/** What the page's address says of the visit it was opened by, and not of the page. */
const VISIT_PARAMETERS = /^(utm_.*|fbclid|gclid|ttclid|clickid|gbraid|wbraid|msclkid|igshid|share|lps)$/i

/**
 * The page that a link shall lead to: the one at `href`, or where the app's own paths begin if `href` ends with the
 * `location` the app is at, as it does where the app owns the page's address.
 */
export function sharePageUrl(href: string, location: string): string {
  const page = href.replace(/#.*$/, '')
  return page.endsWith(location) ? `${page.slice(0, -location.length)}/` : page
}

/** The page's address, and in it what opens the episode: `?lpid=…&drama=…&ep=…`. */
export function shareLink(pageUrl: string, { dramaId, no, lpid }: SharedEpisode): string {
  const url = withoutVisitParameters(pageUrl)
  if (url.searchParams.has('drama')) url.searchParams.delete('t')
  if (lpid !== undefined) url.searchParams.set('lpid', lpid)
  url.searchParams.set('drama', dramaId)
  url.searchParams.set('ep', String(no))
  return url.href
}

/** The page's address without anything that is of this visit alone. */
export function withoutVisitParameters(pageUrl: string): URL {
  const url = new URL(pageUrl)
  url.hash = ''
  url.username = url.password = ''
  for (const name of [...url.searchParams.keys()]) if (VISIT_PARAMETERS.test(name)) url.searchParams.delete(name)
  return url
}

export const shareChannels = ['whatsapp', 'facebook', 'telegram'] as const
export type ShareChannel = (typeof shareChannels)[number]

/** Where a channel takes a link, and a text to go with it. */
export function shareUrl(channel: ShareChannel, link: string, text: string): string {
  const url = encodeURIComponent(link)
  const words = encodeURIComponent(text)
  return {
    whatsapp: `https://wa.me/?text=${words}%20${url}`,
    facebook: `https://www.facebook.com/sharer/sharer.php?u=${url}`,
    telegram: `https://t.me/share/url?url=${url}&text=${words}`
  }[channel]
}
