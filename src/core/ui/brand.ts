/** What the product is called on a page, and its picture; neither where it goes by its own. */
export interface Brand {
  name?: string | undefined
  logo?: string | undefined
  /** The component that shows it. */
  Mark?: (brand: Brand) => unknown
}

/** In characters. */
const MAX_NAME_LENGTH = 60

export function readBrand(name: string | undefined, logo: string | undefined, pageUrl: string): Brand {
  return { name: name?.trim().slice(0, MAX_NAME_LENGTH) || undefined, logo: safeImageUrl(logo, pageUrl) }
}

/** An address that is https or of the page's own origin; undefined for any other, such as `javascript:` and `data:`. */
export function safeImageUrl(address: string | undefined, pageUrl: string): string | undefined {
  if (!address?.trim()) return undefined
  try {
    const { href, protocol, origin } = new URL(address, pageUrl)
    const isOwn = /^https?:$/.test(protocol) && origin === new URL(pageUrl).origin
    return protocol === 'https:' || isOwn ? href : undefined
  } catch {
    return undefined
  }
}
