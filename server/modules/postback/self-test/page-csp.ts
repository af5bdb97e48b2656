const FALLBACKS: Record<string, readonly string[]> = {
  'script-src': ['script-src-elem', 'script-src', 'default-src'],
  'connect-src': ['connect-src', 'default-src'],
  'img-src': ['img-src', 'default-src'],
  'media-src': ['media-src', 'default-src']
}

export function findBlockedSources(policy: string, { page, app }: { page: string; app: string }): string[] {
  const directives = parseDirectives(policy)
  return Object.entries(FALLBACKS).flatMap(([name, fallbacks]) => {
    const sources = fallbacks.map(directive => directives.get(directive)).find(found => found !== undefined)
    const needed = name === 'media-src' ? 'blob:' : app
    if (sources === undefined || sources.some(source => canLoad(source, needed, page))) return []
    // A page that uses nonces or hashes has to allow the script in the same way.
    if (name === 'script-src' && sources.some(source => /^'(nonce-|sha\d|strict-dynamic)/.test(source))) return []
    return [`${name} ${needed}`]
  })
}

/** Keeps the first directive of a name, as browsers do. */
function parseDirectives(policy: string): Map<string, string[]> {
  const directives = new Map<string, string[]>()
  for (const directive of policy.split(';')) {
    const [name = '', ...sources] = directive.trim().split(/\s+/)
    if (name !== '' && !directives.has(name.toLowerCase())) directives.set(name.toLowerCase(), sources)
  }
  return directives
}

function canLoad(source: string, needed: string, page: string): boolean {
  const pattern = source.toLowerCase()
  if (needed === 'blob:') return pattern === 'blob:'
  if (pattern === "'self'") return needed === page
  if (pattern === '*') return true
  const url = new URL(needed)
  if (/^[a-z][a-z\d+.-]*:$/.test(pattern)) return url.protocol === pattern
  const [, scheme, host = '', port] = /^(?:([a-z][a-z\d+.-]*):\/\/)?([^:/]+)(?::(\d+|\*))?/.exec(pattern) ?? []
  if (scheme !== undefined && `${scheme}:` !== url.protocol) return false
  if (port !== '*' && (port ?? '') !== url.port) return false
  return host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : host === url.hostname
}
