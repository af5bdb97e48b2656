// Screenshots of rewards and pictures of dramas: in the bucket if there is one, because several servers need them, else in
// a folder.
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

/** A folder of the data or of the bucket, not below any that is served by name. */
interface ImageFolder {
  name: string
  extension: 'jpg' | 'webp'
  type: 'image/jpeg' | 'image/webp'
  /** Of a file without its extension. */
  idPattern: RegExp
}

const rewardImages: ImageFolder = {
  name: 'reward-images',
  extension: 'jpg',
  type: 'image/jpeg',
  idPattern: /^i_[0-9a-f]{32}$/
}

const dramaPictures: ImageFolder = {
  name: 'drama-pictures',
  extension: 'webp',
  type: 'image/webp',
  idPattern: /^(cover|banner)-[0-9a-f]{16}$/
}

type StoreConfig = Pick<Config, 'dataDir' | 'mediaBucket'>

export const openImageStore = (config: StoreConfig, log: Log): ImageStore => openStore(config, log, rewardImages)

export interface DramaPictures {
  /** `name` has a hash of the bytes, so that the same picture is written once. */
  write(name: string, bytes: Uint8Array): Promise<void>
  /** Null for an unknown picture and any other name. Throws MediaUnavailable if the bucket does not answer. */
  read(name: string): Promise<Uint8Array<ArrayBuffer> | null>
}

/** Covers and banners that operators made. Those that no drama uses stay. */
export function openDramaPictures(config: StoreConfig, log: Log): DramaPictures {
  const store = openStore(config, log, dramaPictures)
  const toId = (name: string) => (name.endsWith('.webp') ? name.slice(0, -'.webp'.length) : '')
  const read = async (name: string) => (dramaPictures.idPattern.test(toId(name)) ? store.read(toId(name)) : null)
  return {
    read,
    async write(name, bytes) {
      if ((await read(name)) !== null) return
      await store.write(toId(name), bytes)
      await store.settle(toId(name))
    }
  }
}

function openStore({ dataDir, mediaBucket }: StoreConfig, log: Log, images: ImageFolder): ImageStore {
  const folder = openImageFolder(join(dataDir, images.name), images)
  return mediaBucket === null ? folder : openImageBucket(mediaBucket, folder, images, log)
}

function readId(name: string, { extension, idPattern }: ImageFolder): string | undefined {
  const [id = '', ending = ''] = name.split(/\.(?=[^.]*$)/)
  return idPattern.test(id) && (ending === extension || ending === 'tmp') ? id : undefined
}

function openImageFolder(folder: string, images: ImageFolder): ImageStore {
  const toPath = (id: string, extension: ImageFolder['extension'] | 'tmp') => join(folder, `${id}.${extension}`)
  const readFinal = (id: string) => readFile(toPath(id, images.extension)).catch(() => null)
  const settle = (id: string) => rename(toPath(id, 'tmp'), toPath(id, images.extension)).catch(() => undefined)
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
        const id = readId(name, images)
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

/** A viewer waits for an upload longer than for a segment. */
const TIMEOUTS: TimeoutPolicy = { headersMs: 5_000, totalMs: 12_000, attempts: 3 }

/** Reads and removes also what `folder` has: from before there was a bucket, or because the key may not upload. */
function openImageBucket(settings: BucketSettings, folder: ImageStore, images: ImageFolder, log: Log): ImageStore {
  const client = createBucketClient(settings, TIMEOUTS)
  const toKey = (id: string) => `${images.name}/${id}.${images.extension}`
  return {
    async write(id, bytes) {
      const body = new Uint8Array(bytes)
      const headers = { 'X-Amz-Content-Sha256': sha256Hex(body), 'Content-Type': images.type }
      try {
        await client.send({ method: 'PUT', key: toKey(id), headers, body })
      } catch (error) {
        if (!isRefused(error)) throw error
        log.warn({ error: { message: error.message } }, 'a picture stays in the folder of this server')
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
      const listed = await listFiles(client, settings.prefix, images.name)
      const files = [...listed].flatMap(([name, { changedAt }]) => {
        const id = readId(name, images)
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
