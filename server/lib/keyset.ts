import { type RawBuilder, sql } from 'kysely'

/**
 * Where a list in descending order goes on: `(one, two) < (1, 'b')` compares as the list is ordered, ties included, and
 * an index over the same columns is entered at that very place.
 */
export function isBefore(columns: readonly string[], key: readonly unknown[]): RawBuilder<boolean> {
  const row = sql.join(columns.map(column => sql.ref(column)))
  return sql<boolean>`(${row}) < (${sql.join(key)})`
}
