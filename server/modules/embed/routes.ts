import type { Context, Next } from 'hono'
import { z } from 'zod'
import { langs } from '../../../contract/protocol/language.js'
import type { HonoApp } from '../../http/app-environment.js'
import { readOrigin } from '../../http/caller.js'
import { withDeadline } from '../../http/deadline.js'
import { describeError, describePlainRoute, type PlainRouteDocs } from '../../http/route-docs.js'
import type { Services } from '../../services.js'
import { sendNotFoundPage } from '../site/not-found-page.js'
import { createEmbedPolicy } from './ancestors.js'
import {
  formatEmbedAddress,
  formatOembedAddress,
  formatSiteAddress,
  OEMBED_PATH,
  parseEmbedOptions,
  parseEpisodeAddress
} from './embed-address.js'
import { renderEmbedPage } from './embed-page.js'
import { findEmbeddedEpisode, readAncestors } from './embedded-episode.js'
import { createOembedResponse, oembedRequest, oembedResponse } from './oembed.js'

const EXPECTED_URL = 'the address of an episode that is online here is expected, percent-encoded'

/** `/embed/<drama>/<no>` is a page for frames; `/oembed` tells editors how to frame an episode. */
export function registerEmbeds(app: HonoApp, services: Services): void {
  const { config, db, liveness } = services

  const showEmbed = async (context: Context, next: Next) => {
    const origin = readOrigin(context, services)
    const url = new URL(context.req.url)
    const found = await withDeadline(findEpisode(url, origin), liveness)
    if (found === null) return (await sendNotFoundPage(context, config, createEmbedPolicy(null))) ?? next()
    const { episode, address, options } = found
    const page = renderEmbedPage(episode, options, {
      siteUrl: formatSiteAddress(origin, address),
      oembedUrl: formatOembedAddress(origin, formatEmbedAddress(origin, address, options))
    })
    const ancestors = await withDeadline(readAncestors(db, options.lpid), liveness)
    return context.html(page, 200, {
      'Content-Security-Policy': createEmbedPolicy(ancestors),
      'Cache-Control': 'no-cache'
    })
  }
  app.get('/embed/:drama/:no', describePlainRoute(embedDocs, showEmbed))

  const answerOembed = async (context: Context) => {
    const { format = 'json', ...query } = context.req.query()
    if (format !== 'json') return refuse(context, 501, 'format: only json is served')
    const request = oembedRequest.safeParse(query)
    if (!request.success) {
      const [field] = request.error.issues[0]?.path ?? []
      return refuse(
        context,
        400,
        field === 'url' ? `url: ${EXPECTED_URL}` : `${String(field)}: whole pixels from 1 are expected`
      )
    }
    const origin = readOrigin(context, services)
    const url = new URL(request.data.url)
    const found = url.origin === new URL(origin).origin ? await withDeadline(findEpisode(url, origin), liveness) : null
    if (found === null) return refuse(context, 404, `url: ${EXPECTED_URL}`)
    const { maxwidth, maxheight } = request.data
    return context.json(createOembedResponse(found.episode, found.options, { origin, maxwidth, maxheight }))
  }
  app.get(OEMBED_PATH, describePlainRoute(oembedDocs, answerOembed))

  async function findEpisode(url: URL, origin: string) {
    const address = parseEpisodeAddress(url)
    if (address === null) return null
    const options = parseEmbedOptions(url.searchParams)
    const episode = await findEmbeddedEpisode(db, address, { lang: options.lang ?? 'pt', origin })
    return episode && { episode, address, options }
  }
}

const embedDocs: PlainRouteDocs = {
  tag: 'Pages',
  description: 'The page of an episode, for frames.',
  parameters: { drama: 'Id of the drama', no: 'Number of the episode' },
  query: z.object({ lpid: z.string().optional(), lang: z.enum(langs).optional() }),
  answers: {
    200: { description: 'The page.', bodies: [{ type: 'text/html' }] },
    404: {
      ...describeError('The episode is not online: the page of the site for browsers.'),
      bodies: [{ type: 'text/html' }, ...(describeError('').bodies ?? [])]
    }
  }
}

const oembedError = { type: 'application/json', schema: z.object({ error: z.string() }) }

const oembedDocs: PlainRouteDocs = {
  tag: 'Pages',
  description: '[oEmbed](https://oembed.com) of the type `video` for the address of an episode.',
  query: oembedRequest.extend({ format: z.literal('json').optional() }),
  answers: {
    200: { description: 'How to frame the episode.', bodies: [{ type: 'application/json', schema: oembedResponse }] },
    400: { description: 'A parameter is missing or invalid.', bodies: [oembedError] },
    404: { description: 'No episode that is online here.', bodies: [oembedError] },
    501: { description: 'Another `format` than json.', bodies: [oembedError] }
  }
}

function refuse(context: Context, status: 400 | 404 | 501, error: string) {
  return context.json({ error }, status)
}
