export interface SharedEpisode {
  dramaId: string
  no: number
  lpid: string | undefined
}

const VISIT_PARAMETERS = /^(utm_.*|fbclid|gclid|ttclid|clickid|gbraid|wbraid|msclkid|igshid|share|lps)$/i

/** The page that a shared link opens: removes `location`, the path inside the app, from the end of `href`. */
export function sharePageUrl(href: string, location: string): string {
  const page = href.replace(/#.*$/, '')
  return page.endsWith(location) ? `${page.slice(0, -location.length)}/` : page
}

export function shareLink(pageUrl: string, { dramaId, no, lpid }: SharedEpisode): string {
  const url = withoutVisitParameters(pageUrl)
  if (url.searchParams.has('drama')) url.searchParams.delete('t')
  if (lpid !== undefined) url.searchParams.set('lpid', lpid)
  url.searchParams.set('drama', dramaId)
  url.searchParams.set('ep', String(no))
  return url.href
}

export function withoutVisitParameters(pageUrl: string): URL {
  const url = new URL(pageUrl)
  url.hash = ''
  url.username = url.password = ''
  for (const name of [...url.searchParams.keys()]) if (VISIT_PARAMETERS.test(name)) url.searchParams.delete(name)
  return url
}

export const shareChannels = ['whatsapp', 'facebook', 'telegram'] as const
export type ShareChannel = (typeof shareChannels)[number]
export const channelNames = { whatsapp: 'WhatsApp', facebook: 'Facebook', telegram: 'Telegram' } as const

export function shareUrl(channel: ShareChannel, link: string, text: string): string {
  const url = encodeURIComponent(link)
  const encodedText = encodeURIComponent(text)
  return {
    whatsapp: `https://wa.me/?text=${encodedText}%20${url}`,
    facebook: `https://www.facebook.com/sharer/sharer.php?u=${url}`,
    telegram: `https://t.me/share/url?url=${url}&text=${encodedText}`
  }[channel]
}
