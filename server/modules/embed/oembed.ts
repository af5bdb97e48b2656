// https://oembed.com
import { z } from 'zod'
import { escapeHtml } from '../../lib/text.js'
import { type EmbedOptions, formatEmbedAddress } from './embed-address.js'
import type { EmbeddedEpisode } from './embedded-episode.js'

const side = z.coerce.number().int().min(1).max(100_000)

export const oembedRequest = z.object({
  url: z.url({ protocol: /^https?$/ }).max(2048),
  maxwidth: side.optional(),
  maxheight: side.optional()
})

export const oembedResponse = z.object({
  version: z.literal('1.0'),
  type: z.literal('video'),
  title: z.string(),
  provider_name: z.string(),
  provider_url: z.string(),
  cache_age: z.number().int(),
  thumbnail_url: z.string(),
  thumbnail_width: z.number().int(),
  thumbnail_height: z.number().int(),
  width: z.number().int(),
  height: z.number().int(),
  html: z.string()
})

const WIDTH_PX = 360
const HEIGHT_PX = 640
const MAX_WIDTH_PX = 428
const CACHE_SECONDS = 3600
/** What `ingest` makes of every cover. */
const COVER = { width: 600, height: 800 }

export function createOembedResponse(
  { address, title, coverUrl }: EmbeddedEpisode,
  options: EmbedOptions,
  { origin, maxwidth, maxheight }: { origin: string; maxwidth?: number | undefined; maxheight?: number | undefined }
): z.output<typeof oembedResponse> {
  const { width, height } = fitInto(maxwidth ?? WIDTH_PX, maxheight ?? Number.POSITIVE_INFINITY)
  const source = escapeHtml(formatEmbedAddress(origin, address, options))
  return {
    version: '1.0',
    type: 'video',
    title,
    provider_name: 'Drama',
    provider_url: `${origin}/`,
    cache_age: CACHE_SECONDS,
    thumbnail_url: coverUrl,
    thumbnail_width: COVER.width,
    thumbnail_height: COVER.height,
    width,
    height,
    html: `<iframe src="${source}" width="${width}" height="${height}" title="${escapeHtml(title)}" style="border:0;max-width:100%" allow="autoplay; fullscreen; clipboard-write; web-share" allowfullscreen loading="lazy"></iframe>`
  }
}

/** A phone's shape, as large as it fits. */
function fitInto(maxWidth: number, maxHeight: number) {
  const width = Math.max(1, Math.floor(Math.min(maxWidth, MAX_WIDTH_PX, (maxHeight * WIDTH_PX) / HEIGHT_PX)))
  return { width, height: Math.min(maxHeight, Math.round((width * HEIGHT_PX) / WIDTH_PX)) }
}
