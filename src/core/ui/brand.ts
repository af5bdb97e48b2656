export interface Brand {
  name?: string | undefined
  logo?: string | undefined
  Mark?: (brand: Brand) => unknown
}

const MAX_NAME_LENGTH = 60

export function readBrand(name: string | undefined, logo: string | undefined, pageUrl: string): Brand {
  return { name: name?.trim().slice(0, MAX_NAME_LENGTH) || undefined, logo: safeImageUrl(logo, pageUrl) }
}

/** Undefined unless the address is https or of the page's own origin, which excludes `javascript:` and `data:`. */
export function safeImageUrl(address: string | undefined, pageUrl: string): string | undefined {
  if (!address?.trim()) return undefined
  try {
    const { href, protocol, origin } = new URL(address, pageUrl)
    const isSameOrigin = /^https?:$/.test(protocol) && origin === new URL(pageUrl).origin
    return protocol === 'https:' || isSameOrigin ? href : undefined
  } catch {
    return undefined
  }
}
