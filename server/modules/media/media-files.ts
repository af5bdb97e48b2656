// Reads media from the bucket if it has them, else from the package's folder.
import type { Config } from '../../config/config.js'
import type { BucketSettings } from '../../config/media-bucket.js'
import type { FileRequest, StoredFile } from '../../http/file-response.js'
import type { Log } from '../../lib/log.js'
import { BUCKET_LIST_TIMEOUT_POLICY, createBucketClient } from './bucket/bucket-client.js'
import { checkBucketAccess, listFiles } from './bucket/bucket-list.js'
import { openBucket } from './bucket/bucket-store.js'
import { MediaUnavailable, openFolder } from './media-store.js'

export interface FileLocation {
  folder: string
  name: string
  key: string
}

export interface MediaFiles {
  open(location: FileLocation, request: FileRequest): Promise<StoredFile | undefined>
  /** Returns a presigned URL, or undefined if this server sends the file. Times in epoch ms. */
  createRedirectUrl(location: FileLocation, now: number, expiresAt: number): Promise<string | undefined>
  listBucketFiles: ((dramaId: string) => Promise<ReadonlyMap<string, { size: number }>>) | undefined
  checkBucket(): Promise<void>
}

const HEAD_REQUEST: FileRequest = { isHead: true, range: null, ifNoneMatch: null }
const BUCKET_BACKOFF_MS = 5_000

const openInFolder = ({ folder, name }: FileLocation, request: FileRequest) => openFolder(folder).open(name, request)

export function openMedia({ mediaBucket }: Pick<Config, 'mediaBucket'>, log: Log): MediaFiles {
  if (mediaBucket !== null) return createBucketMedia(mediaBucket, log)
  return {
    open: openInFolder,
    createRedirectUrl: async () => undefined,
    listBucketFiles: undefined,
    checkBucket: async () => undefined
  }
}

function createBucketMedia(settings: BucketSettings, log: Log): MediaFiles {
  const { prefix, delivery } = settings
  const client = createBucketClient(settings)
  const lister = createBucketClient(settings, BUCKET_LIST_TIMEOUT_POLICY)
  const bucket = openBucket(client)
  const knownKeys = createKnownKeys()
  let lastFailureAt = Number.NEGATIVE_INFINITY

  /** File names contain a content hash, so the folder's copy is identical to the bucket's. */
  async function withFolderFallback<Answer, Other>(
    tryBucket: () => Promise<Answer>,
    tryFolder: () => Promise<Other | undefined>
  ): Promise<Answer | Other> {
    const isBackingOff = performance.now() - lastFailureAt < BUCKET_BACKOFF_MS
    const folderResult = isBackingOff ? await tryFolder() : undefined
    if (folderResult !== undefined) return folderResult
    try {
      return await tryBucket()
    } catch (error) {
      if (!(error instanceof MediaUnavailable)) throw error
      lastFailureAt = performance.now()
      const fallback = await tryFolder()
      if (fallback === undefined) throw error
      log.warn({ error: { message: error.message } }, 'media from a folder in place of the bucket')
      return fallback
    }
  }

  async function hasKey(key: string): Promise<boolean> {
    if (knownKeys.has(key)) return true
    const isFound = (await bucket.open(key, HEAD_REQUEST)) !== undefined
    if (isFound) knownKeys.add(key)
    return isFound
  }

  return {
    open: (location, request) =>
      withFolderFallback(
        async () => (await bucket.open(location.key, request)) ?? openInFolder(location, request),
        () => openInFolder(location, request)
      ),
    async createRedirectUrl(location, now, expiresAt) {
      if (delivery === 'proxy') return undefined
      const isInFolder = async () => ((await openInFolder(location, HEAD_REQUEST)) === undefined ? undefined : false)
      const isInBucket = await withFolderFallback(() => hasKey(location.key), isInFolder)
      return isInBucket ? client.presign(location.key, now, expiresAt) : undefined
    },
    listBucketFiles: dramaId => listFiles(lister, prefix, dramaId),
    checkBucket: () => checkBucketAccess(client, prefix)
  }
}

const MAX_KNOWN_KEYS = 50_000

function createKnownKeys(maxKeys = MAX_KNOWN_KEYS): Pick<Set<string>, 'has'> & { add(key: string): void } {
  const keys = new Set<string>()
  return {
    has: key => keys.has(key),
    add(key) {
      keys.add(key)
      const [oldest] = keys
      if (keys.size > maxKeys && oldest !== undefined) keys.delete(oldest)
    }
  }
}
