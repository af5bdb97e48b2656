// What a Content-Security-Policy keeps from the app.

/** Directives with those that stand in where they are missing. */
const FALLBACKS: Record<string, readonly string[]> = {
  'script-src': ['script-src-elem', 'script-src', 'default-src'],
  'connect-src': ['connect-src', 'default-src'],
  'img-src': ['img-src', 'default-src'],
  'media-src': ['media-src', 'default-src']
}

/** What is to be added for an app of that origin, such as `connect-src https://drama.example`; empty where it runs. */
export function blockedBy(policy: string, { page, app }: { page: string; app: string }): string[] {
  const directives = directivesIn(policy)
  return Object.entries(FALLBACKS).flatMap(([name, chain]) => {
    const sources = chain.map(one => directives.get(one)).find(one => one !== undefined)
    const needed = name === 'media-src' ? 'blob:' : app
    if (sources === undefined || sources.some(source => isAllowing(source, needed, page))) return []
    // Scripts that are named by a nonce or a hash are the page's own affair.
    if (name === 'script-src' && sources.some(source => /^'(nonce-|sha\d|strict-dynamic)/.test(source))) return []
    return [`${name} ${needed}`]
  })
}

/** The first of a name counts, as in browsers. */
function directivesIn(policy: string): Map<string, string[]> {
  const directives = new Map<string, string[]>()
  for (const directive of policy.split(';')) {
    const [name = '', ...sources] = directive.trim().split(/\s+/)
    if (name !== '' && !directives.has(name.toLowerCase())) directives.set(name.toLowerCase(), sources)
  }
  return directives
}

function isAllowing(source: string, needed: string, page: string): boolean {
  const wish = source.toLowerCase()
  if (needed === 'blob:') return wish === 'blob:'
  if (wish === "'self'") return needed === page
  if (wish === '*') return true
  const url = new URL(needed)
  if (/^[a-z][a-z\d+.-]*:$/.test(wish)) return url.protocol === wish
  const [, scheme, host = '', port] = /^(?:([a-z][a-z\d+.-]*):\/\/)?([^:/]+)(?::(\d+|\*))?/.exec(wish) ?? []
  if (scheme !== undefined && `${scheme}:` !== url.protocol) return false
  if (port !== '*' && (port ?? '') !== url.port) return false
  return host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : host === url.hostname
}
