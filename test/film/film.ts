// The film: 12 s in three qualities at the bit rates of real films, which the sample does not have.

export const FILM_FOLDER = 'test/film/package'

export const FILM_DRAMA = {
  id: 'd_film',
  /** Number in the strip that identifies a drama in a frame. */
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
