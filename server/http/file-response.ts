import { open } from 'node:fs/promises'

/** From the first byte to the last, both included. */
export interface ByteRange {
  start: number
  end: number
}

/** What is wanted of a file, as HTTP says it. */
export interface FileRequest {
  isHead: boolean
  range: string | null
  ifNoneMatch: string | null
}

/** A file, or the part of it that was wanted; `size` is the whole file's. Whoever does not read a body cancels it. */
export type StoredFile =
  | { state: 'unchanged'; etag: string }
  | { state: 'unsatisfiable'; etag: string; size: number }
  | { state: 'content'; etag: string; size: number; range: ByteRange | null; body: Body | null }

type Body = Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>

/** What a file is answered with, besides its content. */
export interface FileHeaders {
  type: string
  headers?: Record<string, string>
}

export const fileRequestOf = (request: Request): FileRequest => ({
  isHead: request.method === 'HEAD',
  range: request.headers.get('Range'),
  ifNoneMatch: request.headers.get('If-None-Match')
})

/** Answers a file or the part of it that was asked for; null when there is no such file. HEAD gets no body. */
export async function sendFile(request: Request, path: string, headers: FileHeaders): Promise<Response | null> {
  const file = await openFile(path, fileRequestOf(request))
  return file === undefined ? null : sendStoredFile(file, headers)
}

export function sendStoredFile(file: StoredFile, { type, headers }: FileHeaders): Response {
  const own = { 'Content-Type': type, 'Accept-Ranges': 'bytes', ETag: file.etag, ...headers }
  if (file.state === 'unchanged') return new Response(null, { status: 304, headers: own })
  const { size } = file
  if (file.state === 'unsatisfiable') {
    return new Response(null, { status: 416, headers: { ...own, 'Content-Range': `bytes */${size}` } })
  }
  const { range, body } = file
  const length = range === null ? size : range.end - range.start + 1
  const partial: Record<string, string> =
    range === null ? {} : { 'Content-Range': `bytes ${range.start}-${range.end}/${size}` }
  return new Response(body, {
    status: range === null ? 200 : 206,
    headers: { ...own, ...partial, 'Content-Length': `${length}` }
  })
}

/** Opens a file of this machine; undefined when there is none. */
export async function openFile(path: string, wish: FileRequest): Promise<StoredFile | undefined> {
  const file = await open(path, 'r').catch(() => undefined)
  if (file === undefined) return undefined
  try {
    const stat = await file.stat()
    if (!stat.isFile()) return undefined
    const { size } = stat
    const etag = `"${size.toString(36)}-${Math.floor(stat.mtimeMs).toString(36)}"`
    if (wish.ifNoneMatch === etag) return { state: 'unchanged', etag }
    const range = readRange(wish.range, size)
    if (range === 'unsatisfiable') return { state: 'unsatisfiable', etag, size }
    const { start, end } = range ?? { start: 0, end: size - 1 }
    const length = end - start + 1
    if (wish.isHead || length === 0) return { state: 'content', etag, size, range, body: null }
    const body = new Uint8Array(length)
    await file.read(body, 0, length, start)
    return { state: 'content', etag, size, range, body }
  } finally {
    await file.close()
  }
}

/** Reads one byte range; anything but a single range is answered whole, as the standard allows. */
export function readRange(header: string | null, size: number): ByteRange | 'unsatisfiable' | null {
  const match = singleRange(header)
  if (match === null) return null
  const [from, to] = match
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return start > end || start >= size ? 'unsatisfiable' : { start, end }
}

/** Both ends of a range as they are written; null for anything but one range in its right order. */
export function singleRange(header: string | null): readonly [string, string] | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  const isNone = from === '' && to === ''
  return isNone || (from !== '' && to !== '' && Number(to) < Number(from)) ? null : [from, to]
}
