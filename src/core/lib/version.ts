/** The version that viewers read. */
export const VERSION = '2.4.0'
