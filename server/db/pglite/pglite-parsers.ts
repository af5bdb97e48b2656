const INT8 = 20

/** Reads `bigint` as text, as the driver of Postgres does. */
export const pgliteParsers = { [INT8]: (text: string) => text }
