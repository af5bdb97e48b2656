/** The last moment that a date with four digits for the year can express. */
export const END_OF_YEAR_9999_MS = 253_402_300_799_999
