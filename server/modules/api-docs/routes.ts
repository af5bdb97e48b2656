import { join } from 'node:path'
import type { Context, Next } from 'hono'
import { z } from 'zod'
import type { HonoApp } from '../../http/app-environment.js'
import { sendFile } from '../../http/file-response.js'
import { type CacheableAnswer, sendCacheable } from '../../http/respond.js'
import { describeError, describePlainRoute, type PlainRouteDocs } from '../../http/route-docs.js'
import { sha256Hex } from '../../lib/sha256.js'
import type { Services } from '../../services.js'
import { findStaticFile } from '../site/static-file.js'
import { createOpenApiDocument } from './openapi-document.js'
import { OPENAPI_PATH, READER_PATH, READER_SCRIPT_PATH } from './paths.js'
import { READER_PAGE_POLICY, readerPage } from './reader-page.js'

const PAGE_CACHE = 'public, max-age=300'
const SCRIPT_CACHE = 'public, max-age=86400'

/** The page shows the document. Both are public in production too, because they hold no secret. */
export function registerApiDocs(app: HonoApp, { config }: Services): void {
  let answer: CacheableAnswer | undefined
  const sendDocument = (context: Context) => {
    answer ??= toAnswer(createOpenApiDocument(app))
    return sendCacheable(context, answer)
  }
  const sendPage = (context: Context) =>
    context.html(readerPage, 200, { 'Content-Security-Policy': READER_PAGE_POLICY, 'Cache-Control': PAGE_CACHE })
  const sendScript = async (context: Context, next: Next) => {
    const file = await findStaticFile(
      join(config.distDir, 'docs'),
      '/scalar.js',
      context.req.header('Accept-Encoding') ?? ''
    )
    if (file === null) return next()
    const headers = {
      ...(file.encoding !== null && { 'Content-Encoding': file.encoding }),
      'Cache-Control': SCRIPT_CACHE,
      Vary: 'Accept-Encoding'
    }
    return (await sendFile(context.req.raw, file.path, { type: file.type, headers })) ?? next()
  }
  app.get(OPENAPI_PATH, describePlainRoute(documentDocs, sendDocument))
  app.get(READER_PATH, describePlainRoute(pageDocs, sendPage))
  app.get(READER_SCRIPT_PATH, describePlainRoute(scriptDocs, sendScript))
}

function toAnswer(document: object): CacheableAnswer {
  const text = JSON.stringify(document)
  return { text, etag: `W/"${sha256Hex(text).slice(0, 24)}"`, hasServerTime: false }
}

const tag = 'API description'

const documentDocs: PlainRouteDocs = {
  tag,
  description: 'This document.',
  answers: {
    200: {
      description: 'OpenAPI 3.1.',
      bodies: [{ type: 'application/json', schema: z.looseObject({ openapi: z.string() }) }]
    },
    304: { description: 'The document with the `ETag` in `If-None-Match` is still the same.' }
  }
}

const pageDocs: PlainRouteDocs = {
  tag,
  description: 'Shows this document.',
  answers: { 200: { description: 'The page.', bodies: [{ type: 'text/html' }] } }
}

const scriptDocs: PlainRouteDocs = {
  tag,
  description: 'The script of the page.',
  answers: {
    200: { description: 'The script.', bodies: [{ type: 'text/javascript' }] },
    304: { description: 'The script with the `ETag` in `If-None-Match` is still the same.' },
    404: describeError('The server has no build.')
  }
}
