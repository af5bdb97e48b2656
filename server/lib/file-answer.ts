import { open } from 'node:fs/promises'

interface ByteRange {
  start: number
  end: number
}

/** What a file is answered with, besides its content. */
export interface FileHeaders {
  type: string
  headers?: Record<string, string>
}

/** Answers a file or the part of it that was asked for; null when there is no such file. HEAD gets no body. */
export async function answerFile(
  request: Request,
  path: string,
  { type, headers }: FileHeaders
): Promise<Response | null> {
  const file = await open(path, 'r').catch(() => null)
  if (file === null) return null
  try {
    const stat = await file.stat()
    if (!stat.isFile()) return null
    const etag = `"${stat.size.toString(36)}-${Math.floor(stat.mtimeMs).toString(36)}"`
    const own = { 'Content-Type': type, 'Accept-Ranges': 'bytes', ETag: etag, ...headers }
    if (request.headers.get('If-None-Match') === etag) return new Response(null, { status: 304, headers: own })
    const range = readRange(request.headers.get('Range'), stat.size)
    if (range === 'unsatisfiable') {
      return new Response(null, { status: 416, headers: { ...own, 'Content-Range': `bytes */${stat.size}` } })
    }
    const { start, end } = range ?? { start: 0, end: stat.size - 1 }
    const length = end - start + 1
    const partial: Record<string, string> =
      range === null ? {} : { 'Content-Range': `bytes ${start}-${end}/${stat.size}` }
    const answer = {
      status: range === null ? 200 : 206,
      headers: { ...own, ...partial, 'Content-Length': `${length}` }
    }
    if (request.method === 'HEAD' || length === 0) return new Response(null, answer)
    const content = new Uint8Array(length)
    await file.read(content, 0, length, start)
    return new Response(content, answer)
  } finally {
    await file.close()
  }
}

/** Reads one byte range; anything but a single range is answered whole, as the standard allows. */
export function readRange(header: string | null, size: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (match === null || (match[1] === '' && match[2] === '')) return null
  const [from, to] = [match[1] ?? '', match[2] ?? '']
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (from !== '' && to !== '' && Number(to) < Number(from)) return null
  return start > end || start >= size ? 'unsatisfiable' : { start, end }
}
