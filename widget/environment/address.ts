// How a routing mode keeps the app's location in the address of the page.
import { parseSharedLink } from '../../src/core/campaign/deep-link.js'

export type Routing = 'memory' | 'history' | 'hash'

export function readRouting(attribute: string | null): Routing {
  return attribute === 'history' || attribute === 'hash' ? attribute : 'memory'
}

/** The location in the address, `/path?query`; undefined if the address names none. `base` counts only for `history`. */
export function readAddress(routing: Routing, base: string): string | undefined {
  const { pathname, search, href, hash } = window.location
  if (routing === 'hash') return isOwnHash() ? hash.slice(1) : undefined
  if (routing === 'memory') return undefined
  const prefix = readBase(base)
  if (!`${pathname}/`.startsWith(`${prefix}/`)) return undefined
  return parseSharedLink(href) ?? (pathname.slice(prefix.length) || '/') + search
}

/** The page itself may use the fragment, too. */
export const isOwnHash = () => window.location.hash.startsWith('#/')

/** The path without a slash at the end; empty for anything that is no path of this origin. */
export function readBase(base: string): string {
  try {
    const { origin, pathname } = new URL(base, window.location.origin)
    return origin === window.location.origin ? pathname.replace(/\/+$/, '') : ''
  } catch {
    return ''
  }
}
