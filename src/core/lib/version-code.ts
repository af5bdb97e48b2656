/** The number of the version, for comparing. */
export const VERSION_CODE = 240
