// How a routing mode writes the app's location into the address of the page, and reads it from there.

import { parseSharedLink } from '../../src/core/campaign/deep-link.js'

export type Routing = 'memory' | 'history' | 'hash'

export interface Address {
  /** The location that the address names, `/path?query`; undefined where it names none of ours. */
  read(): string | undefined
  /** The address to write for a location; undefined leaves it as it is. */
  write(url: string, isNewEntry: boolean): string | undefined
}

export function readRouting(attribute: string | null): Routing {
  return attribute === 'history' || attribute === 'hash' ? attribute : 'memory'
}

/** `base` counts for `history` alone. */
export function createAddress(routing: Routing, base: string): Address {
  if (routing === 'history') return createPathAddress(base)
  if (routing === 'hash') return hashAddress
  return { read: () => undefined, write: () => undefined }
}

function createPathAddress(base: string): Address {
  const prefix = readBase(base)
  return {
    read() {
      const { pathname, search, href } = window.location
      if (!`${pathname}/`.startsWith(`${prefix}/`)) return undefined
      return parseSharedLink(href) ?? (pathname.slice(prefix.length) || '/') + search
    },
    write: url => prefix + url
  }
}

const hashAddress: Address = {
  read: () => (isOwnHash() ? window.location.hash.slice(1) : undefined),
  write(url, isNewEntry) {
    const { pathname, search, hash } = window.location
    // A fragment that the page itself uses is kept; a new entry has one of its own.
    return isNewEntry || isOwnHash() || hash === '' ? `${pathname}${search}#${url}` : undefined
  }
}

const isOwnHash = () => window.location.hash.startsWith('#/')

/** Its path without a slash at the end; anything that is no path of this origin counts as `/`. */
function readBase(base: string): string {
  try {
    const { origin, pathname } = new URL(base, window.location.origin)
    return origin === window.location.origin ? pathname.replace(/\/+$/, '') : ''
  } catch {
    return ''
  }
}
