import type { Context } from 'hono'
import { NO_CACHE, PAGE_CONTENT_SECURITY_POLICY, readSitePage } from './site-page.js'

/** Sends the site to browsers, because the app names the problem in the viewer's language. Null for other clients. */
export async function sendNotFoundPage(
  context: Context,
  { distDir }: { distDir: string },
  policy = PAGE_CONTENT_SECURITY_POLICY
): Promise<Response | null> {
  const { method } = context.req
  const isNavigation = method === 'GET' && (context.req.header('Accept') ?? '').includes('text/html')
  const page = isNavigation ? await readSitePage(distDir) : null
  if (page === null) return null
  const headers = { 'Cache-Control': NO_CACHE, 'Content-Security-Policy': policy, Vary: 'Accept' }
  return context.html(page, 404, headers)
}
