import { type RawBuilder, sql } from 'kysely'

/** What a key is made of: whole numbers (`small` fits 32 bits), times, and texts. */
interface KeyParts {
  integer: number
  small: number
  instant: Date
  text: string
}

type Shape = readonly (keyof KeyParts)[]
type Key<Parts extends Shape> = { -readonly [Place in keyof Parts]: KeyParts[Parts[Place]] }

/** Writes the key of a page's last row as an opaque text; `list` names the list, so that a foreign cursor is seen. */
export function writeCursor(list: string, key: readonly (string | number | Date)[]): string {
  const parts = key.map(part => (part instanceof Date ? part.getTime() : part))
  return Buffer.from(JSON.stringify([list, ...parts])).toString('base64url')
}

/** Reads a cursor of this list; anything broken or foreign gives null, which means the first page. */
export function readCursor<const Parts extends Shape>(
  list: string,
  shape: Parts,
  cursor: string | undefined
): Key<Parts> | null {
  if (cursor === undefined) return null
  const parsed = parse(cursor)
  if (!Array.isArray(parsed) || parsed.length !== shape.length + 1 || parsed[0] !== list) return null
  const key = shape.map((part, index) => readers[part](parsed[index + 1]))
  return key.includes(null) ? null : (key as Key<Parts>)
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return null
  }
}

/** The end of the year 9999: the embedded database reads no longer years. */
const LAST_INSTANT = Date.UTC(10_000, 0) - 1
const SMALL = 2 ** 31 - 1

const readers: { [Part in keyof KeyParts]: (sent: unknown) => KeyParts[Part] | null } = {
  integer: wholeNumber,
  small: sent => {
    const number = wholeNumber(sent)
    return number !== null && Math.abs(number) <= SMALL ? number : null
  },
  instant: sent => {
    const time = wholeNumber(sent)
    return time !== null && time >= 0 && time <= LAST_INSTANT ? new Date(time) : null
  },
  text: sent => (typeof sent === 'string' && !sent.includes('\0') ? sent : null)
}

function wholeNumber(sent: unknown): number | null {
  return typeof sent === 'number' && Number.isSafeInteger(sent) ? sent : null
}

/** Cuts a page out of rows that were read with one row too many. */
export function page<Row>(rows: Row[], size: number, cursorOf: (last: Row) => string) {
  const list = rows.slice(0, size)
  const last = list.at(-1)
  const hasMore = rows.length > size && last !== undefined
  return { list, next_cursor: hasMore ? cursorOf(last) : null, has_more: hasMore }
}

/**
 * Where a list in descending order goes on: `(one, two) < (1, 'b')` compares as the list is ordered, ties included, and
 * an index over the same columns is entered at that very place.
 */
export function isBeforeKey(columns: readonly string[], key: readonly unknown[]): RawBuilder<boolean> {
  const row = sql.join(columns.map(column => sql.ref(column)))
  return sql<boolean>`(${row}) < (${sql.join(key)})`
}
