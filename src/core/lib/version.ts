/** The version that viewers read. */
export const VERSION = '2.4.0'

/** The number of the version, for comparing. */
export const VERSION_CODE = 240
