/** What a drama gets of which nobody has said anything else. */
export const dramaDefaults = {
  lang_audio: 'pt',
  colour: '#ff3d63',
  free_count: 8,
  default_price: 60
} as const

/** `sort` of a drama that comes after all that have a place on Home. */
export const LAST_PLACE = 2 ** 31 - 1
