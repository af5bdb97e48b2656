import type { Context } from 'hono'
import { BusinessError, parameterError, RateLimitError } from '../../http/business-error.js'

const MOST_BYTES = 5 * 1024 * 1024
/** Besides the file: boundaries and the other fields. */
const FORM_OVERHEAD_BYTES = 16 * 1024
/** Read to its end, and thrown away, so that the refusal arrives; a larger body ends its connection. */
const READ_BYTES = 32 * 1024 * 1024
/** Of all forms that are on their way: slow ones that have brought little keep nobody out. */
const MAX_BUFFERED_BYTES = 96 * 1024 * 1024

/** A form with one file. */
export interface MultipartForm {
  fields: Record<string, string>
  file: Uint8Array
}

export const refused = (reason: string) => new BusinessError(4001, { fields: ['file'], reason })

/** Reads a form, and gives the answer that is made of it. */
export type FormReader = <Answer>(context: Context, answer: (form: MultipartForm) => Promise<Answer>) => Promise<Answer>

/** So much at a time is kept in memory, from the first byte to the answer. */
export function createFormReader(mostHeld = MAX_BUFFERED_BYTES): FormReader {
  let held = 0
  return async (context, answer) => {
    const type = context.req.header('Content-Type') ?? ''
    if (!/^multipart\/form-data\s*;/i.test(type)) throw parameterError('Content-Type')
    let mine = 0
    const hold = (size: number) => {
      held += size - mine
      mine = size
      if (held > mostHeld) throw new RateLimitError(2)
    }
    try {
      return await answer(await formOf(await readBytes(context, hold), type))
    } finally {
      held -= mine
    }
  }
}

/** What really comes is counted; what the headers say of it is a claim. `hold` is told how much is kept. */
async function readBytes(context: Context, hold: (size: number) => void): Promise<Uint8Array<ArrayBuffer>> {
  const { body } = context.req.raw
  if (body === null) throw parameterError('file')
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length
    const isTooMuch = size > MOST_BYTES + FORM_OVERHEAD_BYTES
    hold(isTooMuch ? 0 : size)
    if (isTooMuch) chunks.length = 0
    else chunks.push(chunk)
    if (size > READ_BYTES) {
      context.header('Connection', 'close')
      throw refused('size')
    }
  }
  if (size > MOST_BYTES + FORM_OVERHEAD_BYTES) throw refused('size')
  return new Uint8Array(Buffer.concat(chunks))
}

async function formOf(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<MultipartForm> {
  const form = await new Response(bytes, { headers: { 'Content-Type': type } }).formData().catch(() => {
    throw parameterError('file')
  })
  const files = form.getAll('file')
  const [file] = files
  if (files.length !== 1 || file === undefined || typeof file === 'string') throw parameterError('file')
  if (file.size > MOST_BYTES) throw refused('size')
  const texts = [...form.entries()].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
  return { fields: Object.fromEntries(texts), file: new Uint8Array(await file.arrayBuffer()) }
}
