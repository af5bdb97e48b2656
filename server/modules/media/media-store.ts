import { join } from 'node:path'
import { ServiceUnavailable } from '../../http/business-error.js'
import { type FileRequest, openFile, type StoredFile } from '../../http/file-response.js'

export interface MediaStore {
  open(key: string, request: FileRequest): Promise<StoredFile | undefined>
}

export class MediaUnavailable extends ServiceUnavailable {
  constructor(
    message: string,
    /** Of the bucket's answer, if there was one. */
    readonly status?: number
  ) {
    super(message)
  }
}

const MAX_KEY_BYTES = 1024

/** True if the key stays inside a store and means the same in folders and buckets. */
export const isKey = (key: string): boolean =>
  Buffer.byteLength(key) <= MAX_KEY_BYTES &&
  !/[\p{Cc}\p{Cs}\\]/u.test(key) &&
  key.split('/').every(name => name !== '' && name !== '.' && name !== '..')

/** Of a package. The names in `objects/` are hashes of the content; a cover keeps its name. */
export const openFolder = (folder: string): MediaStore => ({
  open: async (key, request) =>
    isKey(key) ? openFile(join(folder, key), request, { isImmutable: key.startsWith('objects/') }) : undefined
})
