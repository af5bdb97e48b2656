import { createHash } from 'node:crypto'

const MIN_USES_BEFORE_PREPARE = 5
const MAX_NAMES = 300
const MAX_COUNTED_STATEMENTS = 3000

export interface PreparedStatementNames {
  nameOf(statement: string): string | undefined
  /** Stops naming statements, because a proxy in front of Postgres does not keep them. */
  disable(): void
}

// Adding a column changes the row type of `select *`, and Postgres then refuses the cached plan. What a JSON parameter
// holds has no columns to add.
const hasAllColumns = (statement: string) =>
  /\b(select|distinct|returning)\s+\*(?!\s+from\s+jsonb_to_recordset)|[,.]\s*\*/i.test(statement)

export function createStatementNames(): PreparedStatementNames {
  const names = new Map<string, string>()
  const counts = new Map<string, number>()
  let isDisabled = false
  return {
    nameOf: statement => {
      if (isDisabled) return undefined
      const existing = names.get(statement)
      if (existing !== undefined || names.size >= MAX_NAMES || hasAllColumns(statement)) return existing
      const count = (counts.get(statement) ?? 0) + 1
      if (counts.size >= MAX_COUNTED_STATEMENTS) counts.clear()
      counts.set(statement, count)
      if (count >= MIN_USES_BEFORE_PREPARE) names.set(statement, createName(statement))
      return names.get(statement)
    },
    disable: () => {
      isDisabled = true
    }
  }
}

// Of the text, because a pooler may give a connection to several processes: a name must mean the same to all of them.
const createName = (statement: string) => `drama_${createHash('sha256').update(statement).digest('base64url')}`

/** The statement was not run. */
export const isPreparedStatementError = (error: unknown) =>
  ['26000', '42P05'].includes(String((error as { code?: unknown } | null)?.code))
