import { parseSharedLink } from '../../src/core/campaign/deep-link.js'

export type Routing = 'memory' | 'history' | 'hash'

export function readRouting(attribute: string | null): Routing {
  return attribute === 'history' || attribute === 'hash' ? attribute : 'memory'
}

export function readAddress(routing: Routing, base: string): string | undefined {
  const { pathname, search, href, hash } = window.location
  if (routing === 'hash') return isOwnHash() ? hash.slice(1) : undefined
  if (routing === 'memory') return undefined
  const prefix = readBase(base)
  if (!`${pathname}/`.startsWith(`${prefix}/`)) return undefined
  return parseSharedLink(href) ?? (pathname.slice(prefix.length) || '/') + search
}

export const isOwnHash = () => window.location.hash.startsWith('#/')

export function readBase(base: string): string {
  try {
    const { origin, pathname } = new URL(base, window.location.origin)
    return origin === window.location.origin ? pathname.replace(/\/+$/, '') : ''
  } catch {
    return ''
  }
}
