import type { Stats } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { LRUCache } from 'lru-cache'

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

type FileContent = Uint8Array<ArrayBuffer>

/** Covers, scripts and the segments of what is watched now: a first segment of a film has about 200 kB. */
const MAX_CACHED_BYTES = 64 * 1024 * 1024
const MAX_CACHED_FILE_BYTES = 2 * 1024 * 1024

interface CachedFile {
  etag: string
  content: FileContent
}

const contents = new LRUCache<string, CachedFile>({
  maxSize: MAX_CACHED_BYTES,
  maxEntrySize: MAX_CACHED_FILE_BYTES,
  // An empty file must count, too.
  sizeCalculation: ({ content }) => content.length + 1
})

const toETag = ({ size, mtimeMs }: Stats) => `"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}"`

interface FileOptions {
  /** For a file whose name has a hash of its content: looking at it costs more processor time than sending it. */
  isImmutable?: boolean
}

/** Keeps small files in memory. */
export async function openFile(
  path: string,
  request: FileRequest,
  { isImmutable = false }: FileOptions = {}
): Promise<StoredFile | undefined> {
  const known = contents.get(path)
  if (known === undefined || !(isImmutable || (await isUnchanged(path, known)))) return readFromDisk(path, request)
  const { etag, content } = known
  return toStoredFile(request, etag, content.length, async ({ start, end }) => content.subarray(start, end + 1))
}

async function isUnchanged(path: string, { etag }: CachedFile): Promise<boolean> {
  const stats = await stat(path).catch(() => undefined)
  return stats !== undefined && toETag(stats) === etag
}

async function readFromDisk(path: string, request: FileRequest): Promise<StoredFile | undefined> {
  const file = await open(path, 'r').catch(() => undefined)
  if (file === undefined) return undefined
  try {
    const stats = await file.stat()
    if (!stats.isFile()) return undefined
    const etag = toETag(stats)
    const read = async (start: number, length: number) => {
      const content = new Uint8Array(length)
      await file.read(content, 0, length, start)
      return content
    }
    return await toStoredFile(request, etag, stats.size, async ({ start, end }) => {
      if (stats.size > MAX_CACHED_FILE_BYTES) return read(start, end - start + 1)
      const content = await read(0, stats.size)
      contents.set(path, { etag, content })
      return content.subarray(start, end + 1)
    })
  } finally {
    await file.close()
  }
}

async function toStoredFile(
  request: FileRequest,
  etag: string,
  size: number,
  read: (range: ByteRange) => Promise<FileContent>
): Promise<StoredFile> {
  if (request.ifNoneMatch === etag) return { state: 'unchanged', etag }
  const range = parseRange(request.range, size)
  if (range === 'unsatisfiable') return { state: 'unsatisfiable', etag, size }
  const whole = { start: 0, end: size - 1 }
  const isEmpty = request.isHead || size === 0
  return { state: 'content', etag, size, range, body: isEmpty ? null : await read(range ?? whole) }
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
