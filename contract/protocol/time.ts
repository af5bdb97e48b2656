/** PGlite cannot read times of later years. */
export const END_OF_YEAR_9999_MS = 253_402_300_799_999
