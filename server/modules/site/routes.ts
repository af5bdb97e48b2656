import { join } from 'node:path'
import type { Context, Next } from 'hono'
import type { HonoApp } from '../../http/app-environment.js'
import { sendFile } from '../../http/file-response.js'
import type { Services } from '../../services.js'
import { parseEmbedOptions } from '../embed/embed-address.js'
import { findConsolePreloads } from './console-preloads.js'
import { findBuiltPackage, listPackageFolders } from './npm-package.js'
import { pagePaths } from './page-paths.js'
import { listReleaseFiles, parseReleasePath } from './release-url.js'
import { sendSitePage } from './send-site-page.js'
import { NO_CACHE, PAGE_CONTENT_SECURITY_POLICY } from './site-page.js'
import { findStaticFile } from './static-file.js'
import { MANIFEST_PATH, readWebManifest } from './web-manifest.js'

const IMMUTABLE_CACHE = 'public, max-age=31536000, immutable'
const SHORT_CACHE = 'public, max-age=300'
/** Mantine writes style elements. Previews of the app are frames of the same origin. */
const CONSOLE_CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "object-src 'none'",
  "form-action 'self'"
].join('; ')
const SERVICE_WORKER_PATH = '/service-worker.js'
const DEMO_MOUNTS = ['host', 'partners', 'hostile']

export function registerSite(app: HonoApp, services: Services): void {
  const { config } = services
  const { isDemo, distDir, releasesDir } = config
  const sendSite = async (context: Context, next: Next) => (await sendSitePage(context, services)) ?? next()
  for (const mount of ['react', ...(isDemo ? DEMO_MOUNTS : [])]) {
    app.get(`/${mount}`, context => context.redirect(`/${mount}/`, 301))
    app.get(`/${mount}/*`, (context, next) =>
      sendFrom(context, join(distDir, mount), toMountPath(context, mount), next)
    )
  }
  app.get('/console', context => context.redirect('/console/', 301))
  app.get('/console/*', (context, next) => sendConsole(context, join(distDir, 'console'), next))
  app.get('/pages/*', (context, next) =>
    pagePaths.has(context.req.path.replace(/\/+$/, '')) ? sendSite(context, next) : next()
  )
  app.get('/', sendSite)
  app.get(MANIFEST_PATH, async (context, next) => {
    const { lang } = parseEmbedOptions(new URL(context.req.url).searchParams)
    const manifest = await readWebManifest(distDir, lang ?? 'pt')
    const headers = { 'Content-Type': 'application/manifest+json', 'Cache-Control': SHORT_CACHE }
    return manifest === null ? next() : context.body(manifest, 200, headers)
  })
  app.get('/npm/drama-app.tgz', async (context, next) => {
    const file = await findBuiltPackage(config)
    if (file === null) return next()
    context.header('Cache-Control', SHORT_CACHE)
    return context.redirect(`/npm/${file}`, 302)
  })
  app.get('/npm/:file', async (context, next) => {
    const file = context.req.param('file')
    for (const folder of listPackageFolders(file, config)) {
      const response = await sendFrom(context, folder, `/${file}`, async () => null, IMMUTABLE_CACHE)
      if (response !== null) return response
    }
    return next()
  })
  app.get('/:release{v[0-9].*}/*', async (context, next) => {
    const address = parseReleasePath(context.req.path)
    for (const [folder, path] of address === null ? [] : await listReleaseFiles(address, config)) {
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

/** Every address without a file is a page of the console, which has its own router. */
async function sendConsole(context: Context, folder: string, next: Next) {
  const path = toMountPath(context, 'console')
  const isPage = !/\.[a-z0-9]+$/.test(path) && !path.startsWith('/api/')
  const response = await sendFrom(context, folder, isPage ? '/index.html' : path, next)
  if (isPage && response instanceof Response) {
    const acceptLanguage = context.req.header('Accept-Language') ?? ''
    const search = new URL(context.req.url).searchParams
    const preloads = await findConsolePreloads(folder, { path, search, acceptLanguage })
    if (preloads !== null) response.headers.set('Link', preloads)
    response.headers.append('Vary', 'Accept-Language')
    response.headers.set('Content-Security-Policy', CONSOLE_CONTENT_SECURITY_POLICY)
    response.headers.set('Referrer-Policy', 'same-origin')
  }
  return response
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
  const policyHeaders: Record<string, string> = isPage
    ? { 'Content-Security-Policy': PAGE_CONTENT_SECURITY_POLICY }
    : {}
  const headers = {
    ...encodingHeaders,
    ...policyHeaders,
    'Cache-Control': cache ?? toCacheControl(path, file.type),
    Vary: 'Accept-Encoding'
  }
  return (await sendFile(context.req.raw, file.path, { type: file.type, headers })) ?? otherwise()
}

function toCacheControl(path: string, type: string): string {
  if (type.startsWith('text/html') || path === SERVICE_WORKER_PATH) return NO_CACHE
  return path.startsWith('/chunks/') || /[-.][A-Za-z0-9_-]{8,}\.[a-z0-9]+$/.test(path) ? IMMUTABLE_CACHE : SHORT_CACHE
}
