import { join } from 'node:path'
import { openFile } from '../../http/file-response.js'
import { isKey, type MediaStore } from './media-store.js'

/** The files under a folder of this machine. */
export const openFolder = (folder: string): MediaStore => ({
  open: async (key, wish) => (isKey(key) ? openFile(join(folder, key), wish) : undefined)
})
