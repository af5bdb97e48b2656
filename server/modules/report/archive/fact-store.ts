// Parquet files of facts: in the bucket if there is one, with local copies for reading, else in a folder.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../../config/config.js'
import type { BucketSettings } from '../../../config/media-bucket.js'
import type { FactFile } from '../../../db/schema/partner-tables.js'
import { createBucketClient, type TimeoutPolicy } from '../../media/bucket/bucket-client.js'
import { listFiles } from '../../media/bucket/bucket-list.js'
import { failWhenStalled } from '../../media/bucket/stalled-body.js'
import { MediaUnavailable } from '../../media/media-store.js'

export interface FactStore {
  /** For files that are not stored yet, on the same disk. */
  folder: string
  /** Takes the file away from `path`. The bytes are safe when this resolves. */
  write(name: string, path: string): Promise<{ bytes: number; sha256: string }>
  /** Returns the path of the file on this machine. Throws MediaUnavailable if the bucket does not have it or is silent. */
  open(file: Pick<FactFile, 'name' | 'bytes' | 'sha256'>): Promise<string>
  /** Also lists local copies. */
  list(): Promise<StoredFactFile[]>
}

export interface StoredFactFile {
  name: string
  changedAt: number
  remove(): Promise<void>
}

const FILE_NAME = /^\d{4}-\d\d-\d\d_[0-9a-f]{32}\.parquet$/

export const formatFileName = (day: string, id: string) => `${day}_${id}.parquet`

export function openFactStore({ dataDir, mediaBucket }: Pick<Config, 'dataDir' | 'mediaBucket'>): FactStore {
  const folder = join(dataDir, 'report-facts')
  const files = openFactFolder(folder)
  return mediaBucket === null ? files : openFactBucket(mediaBucket, folder, files)
}

function openFactFolder(folder: string): FactStore {
  // Backups leave out what ends like this.
  const work = join(folder, 'unfinished.part')
  const toPath = (name: string) => join(folder, name)
  return {
    folder: work,
    async write(name, path) {
      const digest = await digestFile(path)
      await moveSafely(path, folder, name)
      return digest
    },
    async open({ name, bytes }) {
      const path = toPath(name)
      const found = await stat(path).catch(() => null)
      if (found?.size !== Number(bytes)) throw new MediaUnavailable(`the facts of ${name} are not in ${folder}`)
      return path
    },
    async list() {
      const names = (await readdir(folder).catch(() => [])).filter(name => FILE_NAME.test(name))
      const unfinished = await readdir(work).catch(() => [])
      const paths = [...names.map(toPath), ...unfinished.map(name => join(work, name))]
      const files = paths.map(async path => {
        const found = await stat(path).catch(() => null)
        const name = path.slice(folder.length + 1)
        return found === null
          ? []
          : [{ name, changedAt: found.mtimeMs, remove: () => rm(path, { force: true, recursive: true }) }]
      })
      return (await Promise.all(files)).flat()
    }
  }
}

/** The bytes are on the disk before the file has its name. */
async function moveSafely(path: string, folder: string, name: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = await open(path, 'r+')
  await file.sync().finally(() => file.close())
  await rename(path, join(folder, name))
}

async function digestFile(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { bytes, sha256: hash.digest('hex') }
}

const BUCKET_FOLDER = 'report-facts'
/** For files of up to 4 million facts, 50 MB. */
const WRITE_TIMEOUTS: TimeoutPolicy = { headersMs: 120_000, totalMs: 300_000, attempts: 3 }
/** A report waits for it. */
const READ_TIMEOUTS: TimeoutPolicy = { headersMs: 2_000, totalMs: 4_000, attempts: 2 }

function openFactBucket(settings: BucketSettings, folder: string, copies: FactStore): FactStore {
  const writer = createBucketClient(settings, WRITE_TIMEOUTS)
  const reader = createBucketClient(settings, READ_TIMEOUTS)
  const toKey = (name: string) => `${BUCKET_FOLDER}/${name}`
  return {
    folder: copies.folder,
    async write(name, path) {
      const body = new Uint8Array(await readFile(path))
      const digest = await digestFile(path)
      const headers = { 'X-Amz-Content-Sha256': digest.sha256, 'Content-Type': 'application/vnd.apache.parquet' }
      await writer.send({ method: 'PUT', key: toKey(name), headers, body })
      await rm(path, { force: true })
      return digest
    },
    async open(file) {
      const known = await copies.open(file).catch(() => null)
      if (known !== null) return known
      const response = await reader.send({ method: 'GET', key: toKey(file.name) })
      if (response.status !== 200 || response.body === null) {
        throw new MediaUnavailable(`the bucket answered ${response.status} for facts`, response.status)
      }
      await mkdir(copies.folder, { recursive: true, mode: 0o700 })
      const path = join(copies.folder, `${file.name}.${process.pid}.${performance.now()}`)
      try {
        await writeFile(path, failWhenStalled(response.body))
        const { sha256 } = await digestFile(path)
        if (sha256 !== file.sha256) throw new MediaUnavailable('the bucket has other facts than were written')
        await moveSafely(path, folder, file.name)
      } finally {
        await rm(path, { force: true })
      }
      return copies.open(file)
    },
    async list() {
      const listed = await listFiles(writer, settings.prefix, BUCKET_FOLDER)
      const files = [...listed].flatMap(([name, { changedAt }]) => {
        const remove = async () => {
          await writer.send({ method: 'DELETE', key: toKey(name) })
        }
        return FILE_NAME.test(name) ? [{ name, changedAt, remove }] : []
      })
      return [...files, ...(await copies.list())]
    }
  }
}
