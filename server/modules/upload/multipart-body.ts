import type { Context } from 'hono'
import { createFieldError, createParameterError, RateLimitError } from '../../http/business-error.js'

const MAX_FILE_BYTES = 5 * 1024 * 1024
const FORM_OVERHEAD_BYTES = 16 * 1024
/** Larger bodies close the connection. Up to this size the rest is read, so that the client receives the error. */
const MAX_READ_BYTES = 32 * 1024 * 1024
const MAX_BUFFERED_BYTES = 96 * 1024 * 1024

export interface MultipartForm {
  fields: Record<string, string>
  file: Uint8Array
}

export const createFileError = (reason: string) => createFieldError('file', reason)

export type FormReader = <Answer>(context: Context, answer: (form: MultipartForm) => Promise<Answer>) => Promise<Answer>

/** Counts the bytes in memory until `answer` has finished. Throws RateLimitError above the limit. */
export function createFormReader(maxHeldBytes = MAX_BUFFERED_BYTES): FormReader {
  let heldBytes = 0
  return async (context, answer) => {
    const type = context.req.header('Content-Type') ?? ''
    if (!/^multipart\/form-data\s*;/i.test(type)) throw createParameterError('Content-Type')
    let ownBytes = 0
    const hold = (size: number) => {
      heldBytes += size - ownBytes
      ownBytes = size
      if (heldBytes > maxHeldBytes) throw new RateLimitError(2)
    }
    try {
      return await answer(await parseForm(await readBytes(context, hold), type))
    } finally {
      heldBytes -= ownBytes
    }
  }
}

async function readBytes(context: Context, hold: (size: number) => void): Promise<Uint8Array<ArrayBuffer>> {
  const { body } = context.req.raw
  if (body === null) throw createParameterError('file')
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length
    const isTooLarge = size > MAX_FILE_BYTES + FORM_OVERHEAD_BYTES
    hold(isTooLarge ? 0 : size)
    if (isTooLarge) chunks.length = 0
    else chunks.push(chunk)
    if (size > MAX_READ_BYTES) {
      context.header('Connection', 'close')
      throw createFileError('size')
    }
  }
  if (size > MAX_FILE_BYTES + FORM_OVERHEAD_BYTES) throw createFileError('size')
  return new Uint8Array(Buffer.concat(chunks))
}

async function parseForm(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<MultipartForm> {
  const form = await new Response(bytes, { headers: { 'Content-Type': type } }).formData().catch(() => {
    throw createParameterError('file')
  })
  const files = form.getAll('file')
  const [file] = files
  if (files.length !== 1 || file === undefined || typeof file === 'string') throw createParameterError('file')
  if (file.size > MAX_FILE_BYTES) throw createFileError('size')
  const texts = [...form.entries()].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
  return { fields: Object.fromEntries(texts), file: new Uint8Array(await file.arrayBuffer()) }
}
