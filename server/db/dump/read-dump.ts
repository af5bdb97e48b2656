import { DUMP_FORMAT, DumpError, type DumpFooter, type DumpHeader, parseDumpLine } from './dump-format.js'

const MAX_BATCH_ROWS = 500
const MAX_BATCH_CHARACTERS = 1_000_000

export type DumpPart =
  | { type: 'header'; header: DumpHeader; line: string }
  | { type: 'table'; name: string; line: string }
  | { type: 'rows'; table: string; rows: string[] }
  | { type: 'footer'; footer: DumpFooter; line: string }

/** `text` may be cut anywhere. Throws DumpError unless it is one whole dump. */
export async function* readDump(text: AsyncIterable<string>): AsyncGenerator<DumpPart> {
  let hasHeader = false
  let hasFooter = false
  let table: string | null = null
  let rows: string[] = []
  let characters = 0
  for await (const line of splitLines(text)) {
    const content = parseDumpLine(line)
    const isWrongPlace = hasFooter || hasHeader === (content.type === 'header')
    if (isWrongPlace || (content.type === 'row' && table === null)) throw createTornError()
    const isFull = rows.length === MAX_BATCH_ROWS || characters > MAX_BATCH_CHARACTERS
    if (table !== null && rows.length > 0 && (isFull || content.type !== 'row')) {
      yield { type: 'rows', table, rows }
      rows = []
      characters = 0
    }
    if (content.type === 'row') {
      rows.push(line)
      characters += line.length
      continue
    }
    if (content.type === 'header') checkFormat(content.header)
    if (content.type === 'table') table = content.name
    hasHeader = true
    hasFooter = content.type === 'footer'
    yield { ...content, line }
  }
  if (!hasFooter) throw createTornError()
}

const createTornError = () => new DumpError('the copy of the database is torn: lines are missing')

function checkFormat({ format }: DumpHeader): void {
  if (format !== DUMP_FORMAT)
    throw new DumpError(`the copy has format ${format}, and this version reads ${DUMP_FORMAT}`)
}

async function* splitLines(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of text) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}
