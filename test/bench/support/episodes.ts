import { FILM_DRAMA } from '../../film/film.js'

export interface Episode {
  name: string
  dramaId: string
  number: number
  /** The mark in its first frames. */
  code: { drama: number; episode: number }
}

/** Length of the film's episodes. */
export const FILM_S = 60

/** Real bit rates: the first segment in 360p has 223 kB, that of the sample 17 kB. */
export const film: Episode = {
  name: 'film',
  dramaId: FILM_DRAMA.id,
  number: 1,
  code: { drama: FILM_DRAMA.number, episode: 1 }
}
export const sample: Episode = { name: 'sample', dramaId: 'd_winter-bride', number: 1, code: { drama: 1, episode: 1 } }
