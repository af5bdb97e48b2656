/**
 * An address that was given from outside, whole, as a link or a tab may open it: https, or http on this machine and on
 * the origin of `base`, to which a relative one belongs. Undefined for any other, and where it names a user.
 */
export function safeUrl(address: string, base: string): string | undefined {
  const url = parse(address, base)
  if (!url || url.username || url.password) return undefined
  const isLocalHttp = url.protocol === 'http:' && (isLoopback(url.hostname) || url.origin === parse(base, base)?.origin)
  return url.protocol === 'https:' || isLocalHttp ? url.href : undefined
}

function parse(address: string, base: string): URL | undefined {
  try {
    return new URL(address, base)
  } catch {
    return undefined
  }
}

const isLoopback = (host: string) => /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(host)
