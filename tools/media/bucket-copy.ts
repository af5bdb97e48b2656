// Brings the files of packages into a bucket, and compares both.
import { createHash } from 'node:crypto'
import type { BucketSettings } from '../../server/config/media-bucket.js'
import { digest } from '../../server/lib/sha256.js'
import { keyOf } from '../../server/modules/media/asset-file.js'
import { type BucketClient, createBucketClient } from '../../server/modules/media/bucket/bucket-client.js'
import { type ListedFile, listFiles } from '../../server/modules/media/bucket/bucket-list.js'
import { bytesOf, isNamedAfter, type PackageFile, type PackageFiles } from './package-files.js'

/** A tool has time, and a large catalogue meets more than one bad moment. */
const PATIENCE = { answerMs: 60_000, wholeMs: 300_000, attempts: 7 }
const AT_ONCE = 8

const TYPES: Record<string, string> = {
  mp4: 'video/mp4',
  m4s: 'video/iso.segment',
  vtt: 'text/vtt; charset=utf-8',
  webp: 'image/webp'
}

/** What became of one drama; `wrong` has a line for each file that the bucket does not have as it should be. */
export interface Outcome {
  sent: number
  sentBytes: number
  there: number
  wrong: string[]
}

export interface BucketCopy {
  /** Sends what the bucket has not, or has with other bytes; ends early when it is told to stop. */
  push(drama: PackageFiles, stop: AbortSignal): Promise<Outcome>
  /** Compares alone; with `isReading` by the bytes of the bucket itself. */
  verify(drama: PackageFiles, isReading: boolean, stop: AbortSignal): Promise<Outcome>
}

export function openBucketCopy(settings: BucketSettings): BucketCopy {
  const client = createBucketClient(settings, PATIENCE)
  const listOf = (dramaId: string) => listFiles(client, settings.prefix, dramaId)

  async function compare({ dramaId, files }: PackageFiles, stop: AbortSignal, isReading = false): Promise<Outcome> {
    const outcome: Outcome = { sent: 0, sentBytes: 0, there: 0, wrong: [] }
    const listed = await listOf(dramaId)
    await severally(files, stop, async file => {
      const key = keyOf(dramaId, file.name)
      const isRight = isReading ? await isReadable(client, key, file.name) : await isThere(client, key, file, listed)
      if (isRight) outcome.there++
      else outcome.wrong.push(`${key} is ${listed.has(file.name) ? 'not the same' : 'missing'}`)
    })
    return outcome
  }

  return {
    verify: (drama, isReading, stop) => compare(drama, stop, isReading),
    async push(drama, stop) {
      const { dramaId, files } = drama
      const listed = await listOf(dramaId)
      let [sent, sentBytes] = [0, 0]
      await severally(files, stop, async file => {
        const key = keyOf(dramaId, file.name)
        if (await isThere(client, key, file, listed)) return
        const body = await bytesOf(file)
        if (body === undefined) throw new Error(`${file.path} is missing, here and in the bucket`)
        await send(client, key, body)
        sent++
        sentBytes += body.length
      })
      stop.throwIfAborted()
      // Asked anew: what the bucket says it has, not what was sent.
      const outcome = await compare(drama, stop)
      return { ...outcome, sent, sentBytes, there: outcome.there - sent }
    }
  }
}

/** Whether the bucket has these bytes; of what is not here any more only that it has some. */
async function isThere(
  client: BucketClient,
  key: string,
  file: PackageFile,
  listed: ReadonlyMap<string, ListedFile>
): Promise<boolean> {
  const found = listed.get(file.name)
  if (found === undefined || found.size === 0) return false
  const bytes = await bytesOf(file)
  if (bytes === undefined) return true
  if (bytes.length !== found.size) return false
  if (createHash('md5').update(bytes).digest('hex') === found.etag) return true
  // Where the bucket encrypts, its tag is not the content's: then what came with the file counts.
  const { headers } = await client.send({ method: 'HEAD', key })
  return headers.get('x-amz-meta-sha256') === digest(bytes)
}

async function isReadable(client: BucketClient, key: string, name: string): Promise<boolean> {
  const answer = await client.send({ method: 'GET', key })
  return answer.status === 200 && isNamedAfter(name, new Uint8Array(await answer.arrayBuffer()))
}

async function send(client: BucketClient, key: string, body: Uint8Array<ArrayBuffer>): Promise<void> {
  const hash = digest(body)
  const type = TYPES[key.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
  const headers = {
    // The bucket takes nothing that has changed on its way.
    'X-Amz-Content-Sha256': hash,
    'X-Amz-Meta-Sha256': hash,
    'Content-Type': type,
    'Cache-Control': 'private, max-age=86400, immutable'
  }
  await client.send({ method: 'PUT', key, headers, body })
}

/** Some at a time; the first that fails ends all, and nothing new is begun after a stop. */
async function severally<Item>(
  items: readonly Item[],
  stop: AbortSignal,
  work: (item: Item) => Promise<void>
): Promise<void> {
  const waiting = [...items]
  let hasFailed = false
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      if (stop.aborted || hasFailed) return
      await work(item).catch(error => {
        hasFailed = true
        throw error
      })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}
