// Fake S3-compatible bucket on a local port: GET with ranges, HEAD, PUT and lists. Rejects wrong signatures.
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BucketSettings } from '../../../../server/config/media-bucket.js'
import { type AwsKeys, findSignatureError } from './aws-signature.js'

export type BucketFault =
  | { kind: 'status'; status: number; code?: string }
  | { kind: 'reset' }
  | { kind: 'silent' }
  /** Sends headers and half of the body; then hangs (`stuck`) or closes the connection (`torn`). */
  | { kind: 'stuck' }
  | { kind: 'torn' }

export interface SeenRequest {
  method: string
  key: string
  target: string
  origin: string | undefined
  isPresigned: boolean
  status: number
  isOver: boolean
}

export interface FakeBucket {
  settings: BucketSettings
  env: Record<string, string>
  files: Map<string, Buffer>
  metadata: Map<string, string>
  /** Epoch ms of the last PUT. */
  changedAt: Map<string, number>
  requests: SeenRequest[]
  /** MD5, as in buckets that do not encrypt with their own keys. */
  etagOf(content: Buffer): string
  /** Applies a fault to the next `count` requests, or to all; `method` limits it to one method. */
  addFault(fault: BucketFault, count?: number, method?: string): void
  clearFaults(): void
  clock: { now(): number }
  pageSize: number
  close(): Promise<void>
}

const KEYS: AwsKeys = {
  accessKeyId: 'AKIAOFTHESETESTS0000',
  secretAccessKey: 'secret/Of+These+Tests/0123456789abcdefgh',
  region: 'eu-test-1'
}

interface Rule {
  fault: BucketFault
  left: number
  method: string | undefined
}

/** Opens an empty bucket `films`; keys of the server start with `prefix`. */
export async function openFakeBucket(
  prefix = '',
  clock: { now(): number } = { now: () => Date.now() }
): Promise<FakeBucket> {
  const files = new Map<string, Buffer>()
  const requests: SeenRequest[] = []
  let rules: Rule[] = []
  const server = createServer(async (incoming, outgoing) => {
    const body = await bodyOf(incoming)
    const { method = '', url: target = '' } = incoming
    const path = decodeURIComponent(target.split('?')[0] ?? '')
    const key = path.replace(/^\/films\/?/, '')
    const isPresigned = target.includes('X-Amz-Signature=')
    const seen: SeenRequest = {
      method,
      key,
      target,
      origin: incoming.headers.origin,
      isPresigned,
      status: 0,
      isOver: false
    }
    requests.push(seen)
    outgoing.once('finish', () => {
      seen.status = outgoing.statusCode
    })
    outgoing.once('close', () => {
      seen.isOver = true
    })
    outgoing.setHeader('Access-Control-Allow-Origin', '*')
    outgoing.setHeader('Access-Control-Expose-Headers', 'Content-Length, Content-Range, ETag')
    const rule = rules.find(one => one.left > 0 && (one.method ?? method) === method)
    if (rule !== undefined) rule.left--
    const fault = rule?.fault
    if (fault?.kind === 'silent') return
    if (fault?.kind === 'reset') {
      incoming.socket.destroy()
      return
    }
    if (fault?.kind === 'status') return refuse(outgoing, fault.status, fault.code ?? 'InternalError')
    const headers = incoming.headers as Record<string, string | undefined>
    const refusal = findSignatureError({ method, target, headers, body }, KEYS, standIn.clock.now())
    if (refusal !== null) return refuse(outgoing, 403, refusal)
    if (!/^\/films(\/|$)/.test(path)) return refuse(outgoing, 404, 'NoSuchBucket')
    if (method === 'PUT') return put(standIn, key, incoming, body, outgoing)
    if (method === 'DELETE') return remove(standIn, key, outgoing)
    if (key === '') return list(standIn, new URLSearchParams(target.split('?')[1]), outgoing)
    return send(standIn, key, incoming, outgoing, fault)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const standIn: FakeBucket = {
    files,
    metadata: new Map<string, string>(),
    changedAt: new Map<string, number>(),
    requests,
    clock,
    pageSize: 1000,
    etagOf: md5,
    settings: {
      ...KEYS,
      name: 'films',
      prefix,
      endpoint,
      publicEndpoint: endpoint,
      isPathStyle: true,
      delivery: 'proxy'
    },
    env: {
      MEDIA_BUCKET: `s3://films${prefix === '' ? '' : `/${prefix}`}`,
      S3_ENDPOINT: endpoint,
      S3_REGION: KEYS.region,
      S3_ACCESS_KEY_ID: KEYS.accessKeyId,
      S3_SECRET_ACCESS_KEY: KEYS.secretAccessKey
    },
    addFault(fault, count = Number.POSITIVE_INFINITY, method) {
      rules = [{ fault, left: count, method }, ...rules]
    },
    clearFaults() {
      rules = []
      requests.length = 0
    },
    close() {
      const closed = new Promise<void>(resolve => server.close(() => resolve()))
      server.closeAllConnections()
      return closed
    }
  }
  return standIn
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of incoming) pieces.push(piece)
  return Buffer.concat(pieces)
}

function refuse(outgoing: ServerResponse, status: number, code: string): void {
  const text = `<?xml version="1.0"?><Error><Code>${code}</Code><AWSAccessKeyId>${KEYS.accessKeyId}</AWSAccessKeyId></Error>`
  outgoing.writeHead(status, { 'Content-Type': 'application/xml' }).end(text)
}

export const md5 = (content: Buffer) => createHash('md5').update(content).digest('hex')

function put(
  { files, metadata, changedAt, clock }: FakeBucket,
  key: string,
  incoming: IncomingMessage,
  body: Buffer,
  outgoing: ServerResponse
): void {
  files.set(key, body)
  changedAt.set(key, clock.now())
  metadata.set(key, `${incoming.headers['x-amz-meta-sha256']}`)
  outgoing.writeHead(200, { ETag: `"${md5(body)}"` }).end()
}

function remove({ files }: FakeBucket, key: string, outgoing: ServerResponse): void {
  files.delete(key)
  outgoing.writeHead(204).end()
}

function send(
  { files, metadata, etagOf }: FakeBucket,
  key: string,
  { method, headers }: IncomingMessage,
  outgoing: ServerResponse,
  fault: BucketFault | undefined
): void {
  const content = files.get(key)
  if (content === undefined) {
    refuse(outgoing, 404, 'NoSuchKey')
    return
  }
  const own = { ETag: `"${etagOf(content)}"`, 'Accept-Ranges': 'bytes', 'x-amz-meta-sha256': metadata.get(key) ?? '' }
  const part = partOf(content, headers.range)
  const isPresent = headers['if-none-match'] === own.ETag
  if (isPresent) outgoing.writeHead(304, own).end()
  else if (part === null) refuse(outgoing, 416, 'InvalidRange')
  if (isPresent || part === null) return
  outgoing.writeHead(part.status, { ...own, ...part.headers, 'Content-Length': part.content.length })
  if (method === 'HEAD') outgoing.end()
  else if (fault === undefined) outgoing.end(part.content)
  else {
    outgoing.write(part.content.subarray(0, part.content.length >> 1), () => {
      if (fault.kind === 'torn') outgoing.destroy()
    })
  }
}

/** Null if the range is outside the file; an invalid range counts as none. */
function partOf(content: Buffer, range: string | undefined) {
  const whole = { status: 200, content, headers: {} }
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? []
  if (from === '' && to === '') return whole
  const last = content.length - 1
  const start = from === '' ? Math.max(0, content.length - Number(to)) : Number(from)
  const end = from === '' || to === '' ? last : Math.min(Number(to), last)
  if (start > last || (from === '' && Number(to) === 0)) return null
  if (end < start) return whole
  const headers = { 'Content-Range': `bytes ${start}-${end}/${content.length}` }
  return { status: 206, content: content.subarray(start, end + 1), headers }
}

function list(
  { files, changedAt: times, pageSize, etagOf }: FakeBucket,
  query: URLSearchParams,
  outgoing: ServerResponse
): void {
  const prefix = query.get('prefix') ?? ''
  const after = Buffer.from(query.get('continuation-token') ?? '', 'base64').toString()
  const keys = [...files.keys()].filter(key => key.startsWith(prefix) && key > after).sort()
  const shown = keys.slice(0, Math.min(pageSize, Number(query.get('max-keys') ?? 1000)))
  const isTruncated = shown.length < keys.length
  const entries = shown.map(key => {
    const content = files.get(key) ?? Buffer.alloc(0)
    const changedAt = new Date(times.get(key) ?? 0).toISOString()
    const name = encodeURIComponent(key).replaceAll('%20', '+').replaceAll('%2F', '/')
    return `<Contents><Key>${name}</Key><ETag>&quot;${etagOf(content)}&quot;</ETag><Size>${content.length}</Size><LastModified>${changedAt}</LastModified></Contents>`
  })
  const next = Buffer.from(shown.at(-1) ?? '').toString('base64')
  const more = isTruncated ? `<NextContinuationToken>${next}</NextContinuationToken>` : ''
  outgoing.writeHead(200, { 'Content-Type': 'application/xml' })
  outgoing.end(
    `<?xml version="1.0"?><ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${more}${entries.join('')}</ListBucketResult>`
  )
}
