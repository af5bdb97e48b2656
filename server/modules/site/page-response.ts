import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context } from 'hono'
import { sha256Hex } from '../../lib/sha256.js'
import { NO_CACHE, PAGE_CONTENT_SECURITY_POLICY } from './site-page.js'
import { acceptsEncoding } from './static-file.js'

const BROTLI_QUALITY = 5

const compressors = {
  br: (text: string) =>
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (text: string) => promisify(gzip)(text)
}
const encodings = Object.keys(compressors) as (keyof typeof compressors)[]

/** Sends a page that was filled for its address, compressed as built pages are. */
export async function sendPage(context: Context, page: string, status: 200 | 404 = 200): Promise<Response> {
  const etag = `W/"${sha256Hex(page).slice(0, 20)}"`
  const headers = {
    'Cache-Control': NO_CACHE,
    'Content-Security-Policy': PAGE_CONTENT_SECURITY_POLICY,
    Vary: status === 404 ? 'Accept, Accept-Encoding' : 'Accept-Encoding',
    ETag: etag
  }
  if (status === 200 && context.req.header('If-None-Match') === etag) return context.body(null, 304, headers)
  const accepted = context.req.header('Accept-Encoding') ?? ''
  const encoding = encodings.find(known => acceptsEncoding(accepted, known))
  const body = encoding === undefined ? page : new Uint8Array(await compressors[encoding](page))
  const encodingHeaders: Record<string, string> = encoding === undefined ? {} : { 'Content-Encoding': encoding }
  return context.body(body, status, { ...headers, ...encodingHeaders, 'Content-Type': 'text/html; charset=utf-8' })
}
