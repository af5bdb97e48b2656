import { createHash } from 'node:crypto'
import type { BucketSettings } from '../../server/config/media-bucket.js'
import { sha256Hex } from '../../server/lib/sha256.js'
import { toBucketKey } from '../../server/modules/media/asset-file.js'
import { type BucketClient, createBucketClient } from '../../server/modules/media/bucket/bucket-client.js'
import { type ListedFile, listFiles } from '../../server/modules/media/bucket/bucket-list.js'
import { isNamedAfter, type PackageFile, type PackageFiles, readPackageFile } from './package-files.js'

/** Longer than in the server, because a tool can wait and a large upload meets several failures. */
const TIMEOUTS = { headersMs: 60_000, totalMs: 300_000, attempts: 7 }
const MAX_CONCURRENT = 8

const TYPES: Record<string, string> = {
  mp4: 'video/mp4',
  m4s: 'video/iso.segment',
  vtt: 'text/vtt; charset=utf-8',
  webp: 'image/webp'
}

export interface BucketCopyResult {
  sent: number
  sentBytes: number
  present: number
  problems: string[]
}

export interface BucketCopy {
  push(drama: PackageFiles, signal: AbortSignal): Promise<BucketCopyResult>
  /** Compares without uploading; with `isReading` it downloads every file. */
  verify(drama: PackageFiles, isReading: boolean, signal: AbortSignal): Promise<BucketCopyResult>
}

export function openBucketCopy(settings: BucketSettings): BucketCopy {
  const client = createBucketClient(settings, TIMEOUTS)
  const listBucket = (dramaId: string) => listFiles(client, settings.prefix, dramaId)

  async function compare(
    { dramaId, files }: PackageFiles,
    signal: AbortSignal,
    isReading = false
  ): Promise<BucketCopyResult> {
    const result: BucketCopyResult = { sent: 0, sentBytes: 0, present: 0, problems: [] }
    const listed = await listBucket(dramaId)
    await forEachConcurrent(files, signal, async file => {
      const key = toBucketKey(dramaId, file.name)
      const isSame = isReading ? await isReadable(client, key, file.name) : await isInBucket(client, key, file, listed)
      if (isSame) result.present++
      else result.problems.push(`${key} is ${listed.has(file.name) ? 'not the same' : 'missing'}`)
    })
    return result
  }

  return {
    verify: (drama, isReading, signal) => compare(drama, signal, isReading),
    async push(drama, signal) {
      const { dramaId, files } = drama
      const listed = await listBucket(dramaId)
      let [sent, sentBytes] = [0, 0]
      await forEachConcurrent(files, signal, async file => {
        const key = toBucketKey(dramaId, file.name)
        if (await isInBucket(client, key, file, listed)) return
        const body = await readPackageFile(file)
        if (body === undefined) throw new Error(`${file.path} is missing, here and in the bucket`)
        await send(client, key, body)
        sent++
        sentBytes += body.length
      })
      signal.throwIfAborted()
      // Lists the bucket again, to compare what it has stored instead of what was sent.
      const result = await compare(drama, signal)
      return { ...result, sent, sentBytes, present: result.present - sent }
    }
  }
}

/** If the local file is gone, any content in the bucket counts. */
async function isInBucket(
  client: BucketClient,
  key: string,
  file: PackageFile,
  listed: ReadonlyMap<string, ListedFile>
): Promise<boolean> {
  const found = listed.get(file.name)
  if (found === undefined || found.size === 0) return false
  const bytes = await readPackageFile(file)
  if (bytes === undefined) return true
  if (bytes.length !== found.size) return false
  if (createHash('md5').update(bytes).digest('hex') === found.etag) return true
  // The ETag of an encrypting bucket is not the MD5 of the content, so compare the hash stored with the file.
  const { headers } = await client.send({ method: 'HEAD', key })
  return headers.get('x-amz-meta-sha256') === sha256Hex(bytes)
}

async function isReadable(client: BucketClient, key: string, name: string): Promise<boolean> {
  const response = await client.send({ method: 'GET', key })
  return response.status === 200 && isNamedAfter(name, new Uint8Array(await response.arrayBuffer()))
}

async function send(client: BucketClient, key: string, body: Uint8Array<ArrayBuffer>): Promise<void> {
  const hash = sha256Hex(body)
  const type = TYPES[key.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
  const headers = {
    // Makes the bucket reject a body that was changed on its way.
    'X-Amz-Content-Sha256': hash,
    'X-Amz-Meta-Sha256': hash,
    'Content-Type': type,
    'Cache-Control': 'private, max-age=86400, immutable'
  }
  await client.send({ method: 'PUT', key, headers, body })
}

/** Runs a few at a time. After a failure or an abort no further item is started. */
async function forEachConcurrent<Item>(
  items: readonly Item[],
  signal: AbortSignal,
  work: (item: Item) => Promise<void>
): Promise<void> {
  const remaining = [...items]
  let hasFailed = false
  const worker = async () => {
    for (let item = remaining.shift(); item !== undefined; item = remaining.shift()) {
      if (signal.aborted || hasFailed) return
      await work(item).catch(error => {
        hasFailed = true
        throw error
      })
    }
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, worker))
}
