import type { ColumnType } from 'kysely'

export type Instant = ColumnType<Date, Date, Date>

export type OptionalInstant = ColumnType<Date | null, Date | null | undefined, Date | null>

/** int8: both engines give a text, so that nothing is rounded on the way. */
export type Big = ColumnType<string, number | undefined, number>

export type Json<Value> = ColumnType<Value, string, string>

export type OptionalText = ColumnType<string | null, string | null | undefined, string | null>
