/** The version that viewers read, and its number for comparing. */
export const VERSION = '2.4.0'
export const VERSION_CODE = 240
