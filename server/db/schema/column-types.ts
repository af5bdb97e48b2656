import type { ColumnType } from 'kysely'

export type Instant = ColumnType<Date, Date, Date>

export type OptionalInstant = ColumnType<Date | null, Date | null | undefined, Date | null>

/** int8 arrives as text from both engines, so that large numbers are not rounded. */
export type BigIntColumn = ColumnType<string, number, number>

export type OptionalBigIntColumn = ColumnType<string, number | undefined, number>

export type Json<Value> = ColumnType<Value, string, string>

export type OptionalText = ColumnType<string | null, string | null | undefined, string | null>
