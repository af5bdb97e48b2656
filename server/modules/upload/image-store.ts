// Screenshots of rewards: in the bucket if there is one, because several servers need them, else in a folder.
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config/config.js'
import type { BucketSettings } from '../../config/media-bucket.js'
import type { Log } from '../../lib/log.js'
import { sha256Hex } from '../../lib/sha256.js'
import { createBucketClient, type TimeoutPolicy } from '../media/bucket/bucket-client.js'
import { listFiles } from '../media/bucket/bucket-list.js'
import { MediaUnavailable } from '../media/media-store.js'

export interface ImageStore {
  /** The bytes are safe when this resolves. `settle` follows once the image has a row. */
  write(id: string, bytes: Uint8Array): Promise<void>
  settle(id: string): Promise<void>
  /** Throws MediaUnavailable if the bucket does not answer. */
  read(id: string): Promise<Uint8Array<ArrayBuffer> | null>
  list(): Promise<ImageFile[]>
}

export interface ImageFile {
  id: string
  changedAt: number
  remove(): Promise<void>
}

export function openImageStore(
  { dataDir, mediaBucket }: Pick<Config, 'dataDir' | 'mediaBucket'>,
  log: Log
): ImageStore {
  // Not below any folder that is served by name.
  const folder = openImageFolder(join(dataDir, 'reward-images'))
  return mediaBucket === null ? folder : openImageBucket(mediaBucket, folder, log)
}

const FILE_NAME = /^(i_[0-9a-f]{32})\.(jpg|tmp)$/

function openImageFolder(folder: string): ImageStore {
  const toPath = (id: string, extension: 'jpg' | 'tmp') => join(folder, `${id}.${extension}`)
  const readFinal = (id: string) => readFile(toPath(id, 'jpg')).catch(() => null)
  const settle = (id: string) => rename(toPath(id, 'tmp'), toPath(id, 'jpg')).catch(() => undefined)
  return {
    async write(id, bytes) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = await open(toPath(id, 'tmp'), 'wx', 0o600)
      await writeThrough(file, bytes).finally(() => file.close())
    },
    settle,
    async read(id) {
      // Also recovers a picture whose server stopped before `settle`.
      const bytes = (await readFinal(id)) ?? (await settle(id).then(() => readFinal(id)))
      return bytes === null ? null : new Uint8Array(bytes)
    },
    async list() {
      const names = await readdir(folder).catch(() => [])
      const files = names.map(async name => {
        const path = join(folder, name)
        const fileStat = await stat(path).catch(() => null)
        const id = FILE_NAME.exec(name)?.[1]
        if (fileStat === null || id === undefined) return []
        return [{ id, changedAt: fileStat.mtimeMs, remove: () => rm(path, { force: true }) }]
      })
      return (await Promise.all(files)).flat()
    }
  }
}

async function writeThrough(file: FileHandle, bytes: Uint8Array): Promise<void> {
  await file.writeFile(bytes)
  await file.sync()
}

const BUCKET_FOLDER = 'reward-images'
/** A viewer waits for an upload longer than for a segment. */
const TIMEOUTS: TimeoutPolicy = { headersMs: 5_000, totalMs: 12_000, attempts: 3 }

/** Reads and removes also what `folder` has: from before there was a bucket, or because the key may not upload. */
function openImageBucket(settings: BucketSettings, folder: ImageStore, log: Log): ImageStore {
  const client = createBucketClient(settings, TIMEOUTS)
  const toKey = (id: string) => `${BUCKET_FOLDER}/${id}.jpg`
  return {
    async write(id, bytes) {
      const body = new Uint8Array(bytes)
      const headers = { 'X-Amz-Content-Sha256': sha256Hex(body), 'Content-Type': 'image/jpeg' }
      try {
        await client.send({ method: 'PUT', key: toKey(id), headers, body })
      } catch (error) {
        if (!isRefused(error)) throw error
        log.warn({ error: { message: error.message } }, 'a screenshot stays in the folder of this server')
        await folder.write(id, bytes)
      }
    },
    settle: folder.settle,
    async read(id) {
      const response = await client.send({ method: 'GET', key: toKey(id) }).catch(error => {
        // Without the right to list, a bucket answers 403 for what is missing.
        if (isRefused(error)) return null
        throw error
      })
      return response?.status === 200 ? new Uint8Array(await response.arrayBuffer()) : folder.read(id)
    },
    async list() {
      const listed = await listFiles(client, settings.prefix, BUCKET_FOLDER)
      const files = [...listed].flatMap(([name, { changedAt }]) => {
        const id = FILE_NAME.exec(name)?.[1]
        const remove = async () => {
          await client.send({ method: 'DELETE', key: toKey(id ?? '') })
        }
        return id === undefined ? [] : [{ id, changedAt, remove }]
      })
      return [...files, ...(await folder.list())]
    }
  }
}

/** The key has no right to do this. */
const isRefused = (error: unknown): error is MediaUnavailable =>
  error instanceof MediaUnavailable && error.status === 403
