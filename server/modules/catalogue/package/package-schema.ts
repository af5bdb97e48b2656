import { z } from 'zod'
import { dramaId } from '../../../../contract/drama.js'
import { langs } from '../../../../contract/protocol/language.js'

// `npm run ingest` writes one folder `<slug>/` per drama: drama.json (this schema), cover.webp, banner.webp, and
// objects/ with media named `<first 32 hex of sha256>.<mp4|m4s|vtt>`.

export const localized = z.object({
  pt: z.string().min(1),
  en: z.string().min(1),
  es: z.string().min(1),
  'zh-cn': z.string().min(1),
  'zh-tw': z.string().min(1)
})
export type Localized = z.infer<typeof localized>

const objectName = z.string().regex(/^[0-9a-f]{32}\.(mp4|m4s|vtt)$/)
export const label = z.object({ id: z.string().regex(/^[a-z0-9-]{1,32}$/), title: localized })

/** `bandwidth` is the peak in bit/s, `codecs` as in RFC 6381. */
const rendition = z.object({
  name: z.string().regex(/^[0-9]{3,4}p$/),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  bandwidth: z.number().int().positive(),
  codecs: z.string()
})

/** `tracks[i]` belongs to `renditions[i]` and has one segment per entry of `segment_durations` (seconds). */
export const episodePackage = z.object({
  no: z.number().int().min(1),
  asset: z.string().regex(/^[a-z0-9]{16}$/),
  title: localized.nullable(),
  duration_s: z.number().positive(),
  price: z.number().int().min(0).nullable(),
  segment_durations: z.array(z.number().positive()).min(1),
  tracks: z.array(z.object({ init: objectName, segments: z.array(objectName).min(1) })).min(1),
  captions: z.array(z.object({ lang: z.enum(langs), object: objectName }))
})
export type EpisodePackage = z.infer<typeof episodePackage>

export const dramaPackage = z.object({
  format: z.literal(1),
  id: dramaId,
  slug: z.string().regex(/^[a-z0-9-]{1,64}$/),
  title: localized,
  synopsis: localized,
  category: label,
  tags: z.array(label),
  cast: z.array(z.string()),
  lang_audio: z.string(),
  age_rating: z.string(),
  colour: z.string().regex(/^#[0-9a-f]{6}$/),
  free_count: z.number().int().min(0),
  default_price: z.number().int().min(0),
  is_finished: z.boolean(),
  score: z.number().min(0).max(10),
  play_count: z.number().int().min(0),
  favorite_count: z.number().int().min(0),
  sort: z.number().int(),
  /** When the drama first came out, if before its import. */
  online_at: z.iso.date().optional(),
  cover: z.string(),
  banner: z.string(),
  renditions: z.array(rendition).min(1),
  episodes: z.array(episodePackage).min(1)
})
export type DramaPackage = z.infer<typeof dramaPackage>
