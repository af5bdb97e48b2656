import { join } from 'node:path'
import type { Context } from 'hono'
import type { App } from '../../lib/app-environment.js'
import { answerFile } from '../../lib/file-answer.js'
import { findStaticFile } from './static-file.js'

const IMMUTABLE = 'public, max-age=31536000, immutable'
const SHORT = 'public, max-age=300'
const ALWAYS_ASK = 'no-cache'
const MOUNTS = ['react', 'host', 'partners'] as const

/** Registers the built files: the bundle and the site at the root, the other builds under their own names. */
export function registerSite(app: App, distDir: string): void {
  for (const mount of MOUNTS) {
    app.get(`/${mount}`, context => context.redirect(`/${mount}/`, 301))
    app.get(`/${mount}/*`, (context, next) => answerFrom(context, distDir, mount, pathUnder(context, mount), next))
  }
  app.get('/pages/*', (context, next) => answerFrom(context, distDir, 'site', '/index.html', next))
  app.get('*', (context, next) =>
    answerFrom(context, distDir, 'cdn', context.req.path, () =>
      answerFrom(context, distDir, 'site', context.req.path, next)
    )
  )
}

const pathUnder = (context: Context, mount: string) => context.req.path.slice(mount.length + 1)

async function answerFrom<Otherwise>(
  context: Context,
  distDir: string,
  build: string,
  path: string,
  otherwise: () => Promise<Otherwise>
): Promise<Response | Otherwise> {
  const file = await findStaticFile(join(distDir, build), path, context.req.header('Accept-Encoding') ?? '')
  if (file === null) return otherwise()
  const packed: Record<string, string> = file.encoding === null ? {} : { 'Content-Encoding': file.encoding }
  const headers = { ...packed, 'Cache-Control': cacheOf(path, file.type), Vary: 'Accept-Encoding' }
  return (await answerFile(context.req.raw, file.path, { type: file.type, headers })) ?? otherwise()
}

function cacheOf(path: string, type: string): string {
  if (type.startsWith('text/html')) return ALWAYS_ASK
  return path.startsWith('/chunks/') || /[-.][A-Za-z0-9_-]{8,}\.[a-z0-9]+$/.test(path) ? IMMUTABLE : SHORT
}
