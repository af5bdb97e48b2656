import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from 'hono'
import type { HonoApp } from '../../http/app-environment.js'
import { sendFile } from '../../http/file-response.js'
import { findBuiltPackage, listPackageFolders } from './npm-package.js'
import { pagePaths } from './page-paths.js'
import type { ReleaseFolders } from './release-folders.js'
import { listReleaseFiles, parseReleasePath } from './release-url.js'
import { findStaticFile } from './static-file.js'

const IMMUTABLE_CACHE = 'public, max-age=31536000, immutable'
const SHORT_CACHE = 'public, max-age=300'
const NO_CACHE = 'no-cache'
/** Prevents clickjacking, because viewers spend coins on these pages. */
const PAGE_POLICY = "frame-ancestors 'self'; base-uri 'none'; object-src 'none'"
const DEMO_MOUNTS = ['host', 'partners', 'hostile']

interface SiteSettings extends ReleaseFolders {
  isDemo: boolean
}

export function registerSite(app: HonoApp, { isDemo, ...folders }: SiteSettings): void {
  const { distDir, releasesDir } = folders
  for (const mount of ['react', ...(isDemo ? DEMO_MOUNTS : [])]) {
    app.get(`/${mount}`, context => context.redirect(`/${mount}/`, 301))
    app.get(`/${mount}/*`, (context, next) =>
      sendFrom(context, join(distDir, mount), toMountPath(context, mount), next)
    )
  }
  app.get('/pages/*', (context, next) =>
    pagePaths.has(context.req.path.replace(/\/+$/, ''))
      ? sendFrom(context, join(distDir, 'site'), '/index.html', next)
      : next()
  )
  app.get('/npm/drama-app.tgz', async (context, next) => {
    const file = await findBuiltPackage(folders)
    if (file === null) return next()
    context.header('Cache-Control', SHORT_CACHE)
    return context.redirect(`/npm/${file}`, 302)
  })
  app.get('/npm/:file', async (context, next) => {
    const file = context.req.param('file')
    for (const folder of listPackageFolders(file, folders)) {
      const response = await sendFrom(context, folder, `/${file}`, async () => null, IMMUTABLE_CACHE)
      if (response !== null) return response
    }
    return next()
  })
  app.get('/:release{v[0-9].*}/*', async (context, next) => {
    const address = parseReleasePath(context.req.path)
    for (const [folder, path] of address === null ? [] : await listReleaseFiles(address, folders)) {
      const cache = 'version' in (address ?? {}) ? IMMUTABLE_CACHE : undefined
      const response = await sendFrom(context, folder, path, async () => null, cache)
      if (response !== null) return response
    }
    return next()
  })
  app.get('*', (context, next) => {
    const { path } = context.req
    const sendFromSite = () => sendFrom(context, join(distDir, 'site'), path, next)
    const sendFromReleases = () =>
      path.startsWith('/chunks/') ? sendFrom(context, releasesDir, path, sendFromSite) : sendFromSite()
    return sendFrom(context, join(distDir, 'cdn'), path, sendFromReleases)
  })
}

/** Sends the site to browsers, because the app names the problem in the viewer's language. Null for other clients. */
export async function sendNotFoundPage(context: Context, { distDir }: ReleaseFolders): Promise<Response | null> {
  const { method } = context.req
  const isNavigation = method === 'GET' && (context.req.header('Accept') ?? '').includes('text/html')
  const page = isNavigation ? await findStaticFile(join(distDir, 'site'), '/index.html', '') : null
  if (page === null) return null
  const headers = { 'Cache-Control': NO_CACHE, 'Content-Security-Policy': PAGE_POLICY, Vary: 'Accept' }
  return context.html(await readFile(page.path, 'utf8'), 404, headers)
}

const toMountPath = (context: Context, mount: string) => context.req.path.slice(mount.length + 1)

async function sendFrom<Otherwise>(
  context: Context,
  folder: string,
  path: string,
  otherwise: () => Promise<Otherwise>,
  cache?: string
): Promise<Response | Otherwise> {
  const file = await findStaticFile(folder, path, context.req.header('Accept-Encoding') ?? '')
  if (file === null) return otherwise()
  const encodingHeaders: Record<string, string> = file.encoding === null ? {} : { 'Content-Encoding': file.encoding }
  const isPage = file.type.startsWith('text/html')
  const policyHeaders: Record<string, string> = isPage ? { 'Content-Security-Policy': PAGE_POLICY } : {}
  const headers = {
    ...encodingHeaders,
    ...policyHeaders,
    'Cache-Control': cache ?? toCacheControl(path, file.type),
    Vary: 'Accept-Encoding'
  }
  return (await sendFile(context.req.raw, file.path, { type: file.type, headers })) ?? otherwise()
}

function toCacheControl(path: string, type: string): string {
  if (type.startsWith('text/html')) return NO_CACHE
  return path.startsWith('/chunks/') || /[-.][A-Za-z0-9_-]{8,}\.[a-z0-9]+$/.test(path) ? IMMUTABLE_CACHE : SHORT_CACHE
}
