/**
 * Allows https, and http on this machine or on the origin of `base`. Undefined for other urls and for urls with a
 * user name or password.
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
