import { createHash } from 'node:crypto'
import { access, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const objectName = (bytes: Uint8Array, extension: 'mp4' | 'm4s' | 'vtt'): string =>
  `${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.${extension}`

export const storeObject = async (folder: string, bytes: Uint8Array, type: 'mp4' | 'm4s' | 'vtt'): Promise<string> => {
  const name = objectName(bytes, type)
  const path = join(folder, name)
  const isStored = await access(path).then(
    () => true,
    () => false
  )
  if (!isStored) await writeFile(path, bytes, { flush: true })
  return name
}

/** Changes with the objects of an episode, because players and caches keep what an asset id named. */
export const toAssetId = (drama: string, no: number, tracks: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify([drama, no, tracks]))
    .digest('hex')
    .slice(0, 16)
