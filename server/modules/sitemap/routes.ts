import type { Context, Next } from 'hono'
import type { AppEnvironment, HonoApp } from '../../http/app-environment.js'
import { readOrigin } from '../../http/caller.js'
import { withDeadline } from '../../http/deadline.js'
import { describeError, describePlainRoute, type PlainRouteDocs } from '../../http/route-docs.js'
import type { Services } from '../../services.js'
import { findEpisodeNumbers, findListedDramas, type ListedDrama } from './queries.js'
import { formatRobots } from './robots.js'
import { divideIntoFiles, formatSitemap, formatSitemapIndex } from './sitemap.js'

const CACHE = 'public, max-age=600'
const XML_HEADERS = { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': CACHE }

/** Tells search engines which dramas and episodes are online. */
export function registerSitemap(app: HonoApp, services: Services): void {
  const { db, liveness } = services

  app.get(
    '/robots.txt',
    describePlainRoute(robotsDocs, context =>
      context.text(formatRobots(readOrigin(context, services)), 200, { 'Cache-Control': CACHE })
    )
  )

  const sendSitemap = async (context: Context) => {
    const files = divideIntoFiles(await withDeadline(findListedDramas(db), liveness))
    const [only = []] = files
    if (files.length > 1) {
      return context.body(formatSitemapIndex(readOrigin(context, services), files), 200, XML_HEADERS)
    }
    return sendFile(context, only, true)
  }
  app.get('/sitemap.xml', describePlainRoute(sitemapDocs, sendSitemap))

  const sendPart = async (context: Context<AppEnvironment, '/:file'>, next: Next) => {
    const number = Number(/\d+/.exec(context.req.param('file'))?.[0])
    const dramas = divideIntoFiles(await withDeadline(findListedDramas(db), liveness))[number - 1]
    return dramas === undefined ? next() : sendFile(context, dramas, number === 1)
  }
  app.get('/:file{sitemap-[1-9][0-9]{0,4}\\.xml}', describePlainRoute(partDocs, sendPart))

  async function sendFile(context: Context, dramas: ListedDrama[], hasSitePages: boolean) {
    const ids = dramas.map(({ id }) => id)
    const numbers = await withDeadline(findEpisodeNumbers(db, ids), liveness)
    const parts = formatSitemap(readOrigin(context, services), { dramas, numbers, hasSitePages })
    return context.body(toByteStream(parts), 200, XML_HEADERS)
  }
}

const robotsDocs: PlainRouteDocs = {
  tag: 'Pages',
  description: 'What search engines may read.',
  answers: { 200: { description: 'The file.', bodies: [{ type: 'text/plain' }] } }
}

const sitemapDocs: PlainRouteDocs = {
  tag: 'Pages',
  description: 'Dramas and episodes that are online, or the list of files that have them.',
  answers: { 200: { description: 'The sitemap.', bodies: [{ type: 'application/xml' }] } }
}

const partDocs: PlainRouteDocs = {
  path: '/sitemap-{number}.xml',
  tag: 'Pages',
  description: 'A file of a sitemap that has more than one.',
  parameters: { number: 'From 1' },
  answers: {
    200: { description: 'The file.', bodies: [{ type: 'application/xml' }] },
    404: describeError('No such file.')
  }
}

function toByteStream(parts: Generator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    pull(controller) {
      const { done, value } = parts.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    }
  })
}
