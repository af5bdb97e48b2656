// Where the media of packages are: in the bucket, if there is one that has them, else in the package's folder.
import type { Config } from '../../config/config.js'
import type { BucketSettings } from '../../config/media-bucket.js'
import type { FileRequest, StoredFile } from '../../http/file-response.js'
import type { Log } from '../../lib/log.js'
import { createBucketClient, LIST_TIMEOUTS } from './bucket/bucket-client.js'
import { listFiles, probe } from './bucket/bucket-list.js'
import { openBucket } from './bucket/bucket-store.js'
import { MediaUnavailable, openFolder } from './media-store.js'

/** A file of a package: its name below the package's folder, and its key in a bucket. Keys hold a hash of the content. */
export interface FileLocation {
  folder: string
  name: string
  key: string
}

export interface MediaFiles {
  open(place: FileLocation, wish: FileRequest): Promise<StoredFile | undefined>
  /** The bucket's own address of a file up to then; undefined where the server is to send it. Times in epoch ms. */
  redirect(place: FileLocation, now: number, expiresAt: number): Promise<string | undefined>
  /** Names and sizes of what the bucket has of a drama; undefined where there is no bucket. */
  inBucket: ((dramaId: string) => Promise<ReadonlyMap<string, { size: number }>>) | undefined
  /** Throws MediaUnavailable where the bucket does not answer or does not let us in. */
  probe(): Promise<void>
}

const HEAD: FileRequest = { isHead: true, range: null, ifNoneMatch: null }
/** For so long after a failure of the bucket folders are asked first, in ms. */
const BUCKET_BACKOFF_MS = 5_000

const inFolder = ({ folder, name }: FileLocation, wish: FileRequest) => openFolder(folder).open(name, wish)

export function openMedia({ mediaBucket }: Pick<Config, 'mediaBucket'>, log: Log): MediaFiles {
  if (mediaBucket !== null) return withBucket(mediaBucket, log)
  return { open: inFolder, redirect: async () => undefined, inBucket: undefined, probe: async () => undefined }
}

function withBucket(settings: BucketSettings, log: Log): MediaFiles {
  const { prefix, delivery } = settings
  const client = createBucketClient(settings)
  const lister = createBucketClient(settings, LIST_TIMEOUTS)
  const bucket = openBucket(client)
  const known = createKnownKeys()
  let failedAt = Number.NEGATIVE_INFINITY

  /** Names hold a hash: what a folder has is as good, where the bucket cannot be asked. */
  async function orFolder<Answer, Other>(
    ask: () => Promise<Answer>,
    askFolder: () => Promise<Other | undefined>
  ): Promise<Answer | Other> {
    const isWary = performance.now() - failedAt < BUCKET_BACKOFF_MS
    const early = isWary ? await askFolder() : undefined
    if (early !== undefined) return early
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof MediaUnavailable)) throw error
      failedAt = performance.now()
      const late = await askFolder()
      if (late === undefined) throw error
      log.warn({ error: { message: error.message } }, 'media from a folder in place of the bucket')
      return late
    }
  }

  async function isThere(key: string): Promise<boolean> {
    if (known.has(key)) return true
    const isFound = (await bucket.open(key, HEAD)) !== undefined
    if (isFound) known.add(key)
    return isFound
  }

  return {
    open: (place, wish) =>
      orFolder(
        async () => (await bucket.open(place.key, wish)) ?? inFolder(place, wish),
        () => inFolder(place, wish)
      ),
    async redirect(place, now, expiresAt) {
      if (delivery === 'proxy') return undefined
      const isInFolder = async () => ((await inFolder(place, HEAD)) === undefined ? undefined : false)
      const isInBucket = await orFolder(() => isThere(place.key), isInFolder)
      return isInBucket ? client.presign(place.key, now, expiresAt) : undefined
    },
    inBucket: dramaId => listFiles(lister, prefix, dramaId),
    probe: () => probe(client, prefix)
  }
}

/** Some megabytes at most. */
const MOST = 50_000

/** Remembers keys, of too many the newest. What a key with the hash of its content stands for never changes. */
function createKnownKeys(most = MOST): Pick<Set<string>, 'has'> & { add(key: string): void } {
  const keys = new Set<string>()
  return {
    has: key => keys.has(key),
    add(key) {
      keys.add(key)
      const [oldest] = keys
      if (keys.size > most && oldest !== undefined) keys.delete(oldest)
    }
  }
}
