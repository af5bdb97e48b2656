import { join } from 'node:path'
import { type FileRequest, openFile, type StoredFile } from '../../http/file-response.js'

/** A place that media files lie in, by key: names with slashes between them. */
export interface MediaStore {
  /** Undefined where there is no file of this key; throws MediaUnavailable where that cannot be found out. */
  open(key: string, wish: FileRequest): Promise<StoredFile | undefined>
}

/** A store that does not answer, or refuses; the message is for the log and holds no secret. */
export class MediaUnavailable extends Error {}

/** S3's own limit, in bytes. */
const LONGEST_KEY = 1024

/** Whether a key names something below a store's beginning, and means the same to every store. */
export const isKey = (key: string): boolean =>
  Buffer.byteLength(key) <= LONGEST_KEY &&
  !/[\p{Cc}\p{Cs}\\]/u.test(key) &&
  key.split('/').every(name => name !== '' && name !== '.' && name !== '..')

/** The files under a folder of this machine. */
export const openFolder = (folder: string): MediaStore => ({
  open: async (key, wish) => (isKey(key) ? openFile(join(folder, key), wish) : undefined)
})
