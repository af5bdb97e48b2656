import { open } from 'node:fs/promises'

export interface ByteRange {
  start: number
  end: number
}

export interface FileRequest {
  isHead: boolean
  range: string | null
  ifNoneMatch: string | null
}

/** `size` is the size of the whole file. The receiver reads or cancels a stream body. */
export type StoredFile =
  | { state: 'unchanged'; etag: string }
  | { state: 'unsatisfiable'; etag: string; size: number }
  | { state: 'content'; etag: string; size: number; range: ByteRange | null; body: FileBody | null }

type FileBody = Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>

export interface FileHeaders {
  type: string
  headers?: Record<string, string>
}

export const toFileRequest = (request: Request): FileRequest => ({
  isHead: request.method === 'HEAD',
  range: request.headers.get('Range'),
  ifNoneMatch: request.headers.get('If-None-Match')
})

export async function sendFile(request: Request, path: string, headers: FileHeaders): Promise<Response | null> {
  const file = await openFile(path, toFileRequest(request))
  return file === undefined ? null : sendStoredFile(file, headers)
}

export function sendStoredFile(file: StoredFile, { type, headers }: FileHeaders): Response {
  const commonHeaders = { 'Content-Type': type, 'Accept-Ranges': 'bytes', ETag: file.etag, ...headers }
  if (file.state === 'unchanged') return new Response(null, { status: 304, headers: commonHeaders })
  const { size } = file
  if (file.state === 'unsatisfiable') {
    return new Response(null, { status: 416, headers: { ...commonHeaders, 'Content-Range': `bytes */${size}` } })
  }
  const { range, body } = file
  const length = range === null ? size : range.end - range.start + 1
  const rangeHeaders: Record<string, string> =
    range === null ? {} : { 'Content-Range': `bytes ${range.start}-${range.end}/${size}` }
  return new Response(body, {
    status: range === null ? 200 : 206,
    headers: { ...commonHeaders, ...rangeHeaders, 'Content-Length': `${length}` }
  })
}

export async function openFile(path: string, request: FileRequest): Promise<StoredFile | undefined> {
  const file = await open(path, 'r').catch(() => undefined)
  if (file === undefined) return undefined
  try {
    const stat = await file.stat()
    if (!stat.isFile()) return undefined
    const { size } = stat
    const etag = `"${size.toString(36)}-${Math.floor(stat.mtimeMs).toString(36)}"`
    if (request.ifNoneMatch === etag) return { state: 'unchanged', etag }
    const range = parseRange(request.range, size)
    if (range === 'unsatisfiable') return { state: 'unsatisfiable', etag, size }
    const { start, end } = range ?? { start: 0, end: size - 1 }
    const length = end - start + 1
    if (request.isHead || length === 0) return { state: 'content', etag, size, range, body: null }
    const body = new Uint8Array(length)
    await file.read(body, 0, length, start)
    return { state: 'content', etag, size, range, body }
  } finally {
    await file.close()
  }
}

/** Returns null, which means the whole file, for anything but a single range: RFC 9110 allows it. */
function parseRange(header: string | null, size: number): ByteRange | 'unsatisfiable' | null {
  const match = parseSingleRange(header)
  if (match === null) return null
  const [from, to] = match
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return start > end || start >= size ? 'unsatisfiable' : { start, end }
}

export function parseSingleRange(header: string | null): readonly [string, string] | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  const isNone = from === '' && to === ''
  return isNone || (from !== '' && to !== '' && Number(to) < Number(from)) ? null : [from, to]
}
