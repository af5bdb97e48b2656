/** How often a statement must come before it is planned once for all, and how many statements are. */
const PREPARE_AFTER = 5
const MOST_NAMES = 300
const MOST_COUNTED = 3000

/** Names for statements that come again and again: under a name Postgres reads and plans one once on a connection. */
export interface PreparedStatementNames {
  /** The name of a statement, or undefined where it has none. */
  of(statement: string): string | undefined
  /** From now on none has a name: somebody between us and Postgres does not keep them. */
  giveUp(): void
}

// A row of all columns changes its shape when a column is added, and Postgres refuses the plan from before.
const hasAllColumns = (statement: string) => /(^|[^(])\*/.test(statement)

export function createStatementNames(): PreparedStatementNames {
  const names = new Map<string, string>()
  const counts = new Map<string, number>()
  let isGivenUp = false
  return {
    of: statement => {
      if (isGivenUp) return undefined
      const known = names.get(statement)
      if (known !== undefined || names.size >= MOST_NAMES || hasAllColumns(statement)) return known
      const count = (counts.get(statement) ?? 0) + 1
      if (counts.size >= MOST_COUNTED) counts.clear()
      counts.set(statement, count)
      if (count >= PREPARE_AFTER) names.set(statement, `s${names.size + 1}`)
      return names.get(statement)
    },
    giveUp: () => {
      isGivenUp = true
    }
  }
}

/** A statement of that name is not there, or is there already: it was another's connection meanwhile. */
export const isNameLost = (error: unknown) =>
  ['26000', '42P05'].includes(String((error as { code?: unknown } | null)?.code))
