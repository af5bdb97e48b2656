import { join } from 'node:path'
import type { Context } from 'hono'
import type { HonoApp } from '../../http/app-environment.js'
import { sendFile } from '../../http/file-response.js'
import { placesOf, readReleaseAddress } from './release-url.js'
import type { ReleaseFolders } from './releases.js'
import { findStaticFile } from './static-file.js'

const IMMUTABLE = 'public, max-age=31536000, immutable'
const SHORT = 'public, max-age=300'
const ALWAYS_ASK = 'no-cache'
/** Coins are spent on these pages: nobody else's page may lay them under a hand that means something else. */
const PAGE_POLICY = "frame-ancestors 'self'; base-uri 'none'; object-src 'none'"
const MOUNTS = ['react', 'host', 'partners', 'hostile'] as const

/**
 * Registers the built files: the bundle and the site at the root, the other builds under their own names, and every
 * bundle that was delivered under its version.
 */
export function registerSite(app: HonoApp, folders: ReleaseFolders): void {
  const { distDir, releasesDir } = folders
  for (const mount of MOUNTS) {
    app.get(`/${mount}`, context => context.redirect(`/${mount}/`, 301))
    app.get(`/${mount}/*`, (context, next) =>
      answerFrom(context, join(distDir, mount), pathUnder(context, mount), next)
    )
  }
  app.get('/pages/*', (context, next) => answerFrom(context, join(distDir, 'site'), '/index.html', next))
  app.get('/:release{v[0-9].*}/*', async (context, next) => {
    const address = readReleaseAddress(context.req.path)
    for (const [folder, path] of address === null ? [] : await placesOf(address, folders)) {
      const cache = 'version' in (address ?? {}) ? IMMUTABLE : undefined
      const answer = await answerFrom(context, folder, path, async () => null, cache)
      if (answer !== null) return answer
    }
    return next()
  })
  app.get('*', (context, next) => {
    const { path } = context.req
    const inSite = () => answerFrom(context, join(distDir, 'site'), path, next)
    const inOlder = () => (path.startsWith('/chunks/') ? answerFrom(context, releasesDir, path, inSite) : inSite())
    return answerFrom(context, join(distDir, 'cdn'), path, inOlder)
  })
}

const pathUnder = (context: Context, mount: string) => context.req.path.slice(mount.length + 1)

async function answerFrom<Otherwise>(
  context: Context,
  folder: string,
  path: string,
  otherwise: () => Promise<Otherwise>,
  cache?: string
): Promise<Response | Otherwise> {
  const file = await findStaticFile(folder, path, context.req.header('Accept-Encoding') ?? '')
  if (file === null) return otherwise()
  const packed: Record<string, string> = file.encoding === null ? {} : { 'Content-Encoding': file.encoding }
  const isPage = file.type.startsWith('text/html')
  const guarded: Record<string, string> = isPage ? { 'Content-Security-Policy': PAGE_POLICY } : {}
  const headers = { ...packed, ...guarded, 'Cache-Control': cache ?? cacheOf(path, file.type), Vary: 'Accept-Encoding' }
  return (await sendFile(context.req.raw, file.path, { type: file.type, headers })) ?? otherwise()
}

function cacheOf(path: string, type: string): string {
  if (type.startsWith('text/html')) return ALWAYS_ASK
  return path.startsWith('/chunks/') || /[-.][A-Za-z0-9_-]{8,}\.[a-z0-9]+$/.test(path) ? IMMUTABLE : SHORT
}
