import Table from 'cli-table3'

const DEFAULT_COLUMNS = 120

/**
 * Draws lists of objects as tables, or as blocks of lines if a table would be wider than `columns`. Blocks leave out
 * empty fields.
 */
export function formatData(data: unknown, columns = DEFAULT_COLUMNS): string {
  const fields = flatten(unwrap(data))
  const isMain = ([name, value]: Field) => name === 'list' && Array.isArray(value) && value.every(isObject)
  const isTable = ([, value]: Field) => isListOfObjects(value)
  const main = fields.filter(isMain).map(([, rows]) => formatRows(rows as readonly object[], columns))
  const others = fields.filter(field => !isMain(field))
  const plain = others.filter(field => !isTable(field))
  const tables = others
    .filter(isTable)
    .map(([name, rows]) => `${name}\n${formatRows(rows as readonly object[], columns)}`)
  return [...main, ...(plain.length > 0 ? [formatFields(plain)] : []), ...tables].join('\n\n')
}

type Field = readonly [name: string, value: unknown]

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isListOfObjects = (value: unknown) => Array.isArray(value) && value.length > 0 && value.every(isObject)

/** The content of `{ order: { … } }` with the lists beside it, because a single name says nothing that is not known. */
function unwrap(data: unknown): object {
  if (!isObject(data)) return { result: data }
  const [only, ...more] = Object.values(data).filter(isObject)
  const others = Object.entries(data).filter(([, value]) => !isObject(value))
  const isSingle = only !== undefined && more.length === 0 && others.every(([, value]) => Array.isArray(value))
  return isSingle ? { ...only, ...Object.fromEntries(others) } : data
}

const flatten = (object: object, prefix = ''): Field[] =>
  Object.entries(object).flatMap(([name, value]): Field[] =>
    isObject(value) && Object.keys(value).length > 0 ? flatten(value, `${prefix}${name}.`) : [[prefix + name, value]]
  )

function formatRows(rows: readonly object[], columns: number): string {
  if (rows.length === 0) return '(none)'
  const flatRows = rows.map(row => new Map(flatten(row)))
  const names = [...new Set(flatRows.flatMap(row => [...row.keys()]))]
  const table = drawColumns([names, ...flatRows.map(row => names.map(name => formatValue(row.get(name))))])
  const isWide = table.split('\n').some(line => line.length > columns)
  if (!isWide) return table
  const blocks = flatRows.map(row => formatFields([...row].filter(([, value]) => formatValue(value) !== '-')))
  return blocks.join('\n\n')
}

const formatFields = (fields: readonly Field[]): string =>
  drawColumns(fields.map(([name, value]) => [name, formatValue(value)]))

function formatValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-'
  if (Array.isArray(value))
    return value.length === 0 ? '-' : value.map(formatItem).join(isListOfObjects(value) ? '; ' : ', ')
  return formatItem(value)
}

const formatItem = (value: unknown): string =>
  isObject(value)
    ? flatten(value)
        .map(([name, field]) => `${name}=${formatValue(field)}`)
        .join(' ') || '-'
    : escapeControls(String(value))

/** Viewers write some of these texts, and a terminal obeys control characters and changes of direction. */
const escapeControls = (text: string) =>
  text.replace(
    /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu,
    character => `\\u{${character.codePointAt(0)?.toString(16)}}`
  )

const lineParts = ['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right']
const borderParts = [...lineParts, 'left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid', 'middle'] as const

function drawColumns(rows: readonly (readonly string[])[]): string {
  const table = new Table({
    chars: Object.fromEntries(borderParts.map(part => [part, ''])),
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 2 }
  })
  table.push(...rows.map(cells => [...cells]))
  return table
    .toString()
    .split('\n')
    .map(line => line.trimEnd())
    .join('\n')
}
