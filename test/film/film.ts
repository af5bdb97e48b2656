// The film: 12 s in three qualities at the bit rates of real films, which the sample does not have.

import type { MarkArea } from '../../tools/sample/episode-mark.js'

export const FILM_FOLDER = 'test/film/package'

/** A mark of square cells, because the film was made before the sample's mark was at the edge. */
export const filmMark: MarkArea = { left: 0.1, top: 0.9, width: 0.8, height: (0.05 * 720) / 1280 }

export const FILM_DRAMA = {
  id: 'd_film',
  /** Number in the mark that identifies a drama in a frame. */
  number: 13,
  description: {
    slug: 'film',
    title: 'Film',
    synopsis: 'A film of real bit rates.',
    free_count: 4,
    default_price: 10,
    is_finished: true
  }
} as const
