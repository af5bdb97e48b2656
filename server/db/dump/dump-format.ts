// A dump is text of lines: the header, then for each table its name and its rows, then the footer. A row is a JSON array
// of the texts that Postgres makes of its values, so that PGlite and Postgres read each other's dumps.
import { createHash } from 'node:crypto'
import { z } from 'zod'

export const DUMP_FORMAT = 1

/** A dump that cannot be made or loaded, for a reason that an operator can understand. */
export class DumpError extends Error {
  override name = 'DumpError'
}

const dumpTable = z.object({
  name: z.string(),
  columns: z.array(z.object({ name: z.string(), type: z.string() })).min(1)
})

/** Tables are in the order of their foreign keys: a table follows those that it refers to. */
const dumpHeader = z.object({
  format: z.number(),
  migrations: z.array(z.string()).min(1),
  tables: z.array(dumpTable)
})

const tableDigest = z.object({ rows: z.number().int(), digest: z.string() })

const dumpFooter = z.object({
  end: z.literal(true),
  tables: z.record(z.string(), tableDigest),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() }))
})

export type DumpTable = z.output<typeof dumpTable>
export type DumpHeader = z.output<typeof dumpHeader>
export type DumpFooter = z.output<typeof dumpFooter>
export type TableDigest = z.output<typeof tableDigest>

export type DumpLine =
  | { type: 'header'; header: DumpHeader }
  | { type: 'table'; name: string }
  | { type: 'row' }
  | { type: 'footer'; footer: DumpFooter }

const tableLine = z.object({ table: z.string() })

/** Rows are not parsed, because the database parses them. Throws DumpError. */
export function parseDumpLine(line: string): DumpLine {
  if (line.startsWith('[')) return { type: 'row' }
  const content = parseJson(line)
  const table = tableLine.safeParse(content)
  if (table.success) return { type: 'table', name: table.data.table }
  const footer = dumpFooter.safeParse(content)
  if (footer.success) return { type: 'footer', footer: footer.data }
  const header = dumpHeader.safeParse(content)
  if (header.success) return { type: 'header', header: header.data }
  throw new DumpError('the copy of the database has a line that is not understood')
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

const DIGEST_BITS = 256

/** Does not depend on the order of rows, because two databases store them in different orders. */
export function createTableDigest(): { add(row: string): void; read(): TableDigest } {
  let rows = 0
  let sum = 0n
  return {
    add(row) {
      rows += 1
      sum = BigInt.asUintN(DIGEST_BITS, sum + BigInt(`0x${createHash('sha256').update(row).digest('hex')}`))
    },
    read: () => ({ rows, digest: sum.toString(16).padStart(DIGEST_BITS / 4, '0') })
  }
}

export const countRows = (tables: Readonly<Record<string, TableDigest>>): number =>
  Object.values(tables).reduce((sum, { rows }) => sum + rows, 0)
