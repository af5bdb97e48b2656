import { z } from 'zod'
import { langs } from '../../../../contract/protocol/language.js'
import { label } from '../package/package-schema.js'

const texts = z.partialRecord(z.enum(langs), z.string().min(1))
/** The number that the film of an episode has in the package. It stays when the film moves to another number. */
const film = z.string().regex(/^[1-9][0-9]{0,5}$/)

/** What operators changed of a drama. A missing field is that of the package. */
export const dramaFields = z.object({
  title: texts.optional(),
  synopsis: texts.optional(),
  /** Texts that are only copies of another language, such as `title.es`. */
  copied: z.array(z.string()).optional(),
  category: label.optional(),
  tags: z.array(label).optional(),
  cast: z.array(z.string()).optional(),
  lang_audio: z.string().optional(),
  age_rating: z.string().optional(),
  colour: z.string().optional(),
  free_count: z.number().int().optional(),
  default_price: z.number().int().optional(),
  is_finished: z.boolean().optional(),
  sort: z.number().int().optional(),
  /** By film; null has no title of its own. */
  episode_titles: z.record(film, texts.nullable()).optional(),
  /** By film; null has the drama's price. */
  episode_prices: z.record(film, z.number().int().min(0).nullable()).optional(),
  /** The number of the episode that shows the film, where it is another. */
  numbers: z.record(film, z.number().int().min(1)).optional(),
  cover: z.string().optional(),
  banner: z.string().optional()
})
export type DramaFields = z.infer<typeof dramaFields>
