import { type RawBuilder, sql } from 'kysely'
import { END_OF_YEAR_9999_MS } from '../../contract/protocol/time.js'

interface KeyParts {
  integer: number
  small: number
  instant: Date
  text: string
}

type Shape = readonly (keyof KeyParts)[]
type Key<Parts extends Shape> = { -readonly [Place in keyof Parts]: KeyParts[Parts[Place]] }

export function formatCursor(list: string, key: readonly (string | number | Date)[]): string {
  const parts = key.map(part => (part instanceof Date ? part.getTime() : part))
  return Buffer.from(JSON.stringify([list, ...parts])).toString('base64url')
}

/** Returns null, which means the first page, for an invalid cursor or one of another list. */
export function parseCursor<const Parts extends Shape>(
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

const MAX_INT32 = 2 ** 31 - 1

const readers: { [Part in keyof KeyParts]: (value: unknown) => KeyParts[Part] | null } = {
  integer: wholeNumber,
  small: value => {
    const number = wholeNumber(value)
    return number !== null && Math.abs(number) <= MAX_INT32 ? number : null
  },
  instant: value => {
    const time = wholeNumber(value)
    return time !== null && time >= 0 && time <= END_OF_YEAR_9999_MS ? new Date(time) : null
  },
  text: value => (typeof value === 'string' && !value.includes('\0') ? value : null)
}

function wholeNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : null
}

/** Expects one row more than `size`. */
export function cutToPage<Row>(rows: Row[], size: number, cursorOf: (last: Row) => string) {
  const list = rows.slice(0, size)
  const last = list.at(-1)
  const hasMore = rows.length > size && last !== undefined
  return { list, next_cursor: hasMore ? cursorOf(last) : null, has_more: hasMore }
}

/** Continues a descending list: comparing rows handles equal values and uses an index on the same columns. */
export function isBeforeKey(columns: readonly string[], key: readonly unknown[]): RawBuilder<boolean> {
  const row = sql.join(columns.map(column => sql.ref(column)))
  return sql<boolean>`(${row}) < (${sql.join(key)})`
}
