/** Writes the key of a page's last row as an opaque text; `list` names the list, so that a foreign cursor is seen. */
export function writeCursor(list: string, key: (string | number)[]): string {
  return Buffer.from(JSON.stringify([list, ...key])).toString('base64url')
}

/** Reads a cursor of this list; anything broken or foreign gives null, which means the first page. */
export function readCursor(list: string, size: number, cursor: string | undefined): (string | number)[] | null {
  if (cursor === undefined) return null
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (!Array.isArray(parsed) || parsed.length !== size + 1 || parsed[0] !== list) return null
    const key: unknown[] = parsed.slice(1)
    return key.every(isKeyPart) ? key : null
  } catch {
    return null
  }
}

function isKeyPart(part: unknown): part is string | number {
  return (typeof part === 'string' && !part.includes('\0')) || Number.isSafeInteger(part)
}

/** Cuts a page out of rows that were read with one row too many. */
export function page<Row>(rows: Row[], size: number, cursorOf: (last: Row) => string) {
  const list = rows.slice(0, size)
  const last = list.at(-1)
  const hasMore = rows.length > size && last !== undefined
  return { list, next_cursor: hasMore ? cursorOf(last) : null, has_more: hasMore }
}
