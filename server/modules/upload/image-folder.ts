import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config/config.js'

const FILE_NAME = /^(i_[0-9a-f]{32})\.(jpg|tmp)$/

/** Not below any folder that is served by name. */
const toFolder = ({ dataDir }: Config) => join(dataDir, 'reward-images')

const toPath = (config: Config, id: string, extension: 'jpg' | 'tmp') => join(toFolder(config), `${id}.${extension}`)

/** The bytes are on the disk when this resolves. `storeImage` then gives the file its final name. */
export async function writeTemporary(config: Config, id: string, bytes: Uint8Array): Promise<void> {
  await mkdir(toFolder(config), { recursive: true, mode: 0o700 })
  const file = await open(toPath(config, id, 'tmp'), 'wx', 0o600)
  await writeThrough(file, bytes).finally(() => file.close())
}

async function writeThrough(file: FileHandle, bytes: Uint8Array): Promise<void> {
  await file.writeFile(bytes)
  await file.sync()
}

/** Also recovers a picture whose server stopped before this call. */
export async function storeImage(config: Config, id: string): Promise<void> {
  await rename(toPath(config, id, 'tmp'), toPath(config, id, 'jpg')).catch(() => undefined)
}

export async function readImage(config: Config, id: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const read = () => readFile(toPath(config, id, 'jpg')).catch(() => null)
  const bytes = (await read()) ?? (await storeImage(config, id).then(read))
  return bytes === null ? null : new Uint8Array(bytes)
}

export interface ImageFile {
  id: string
  changedAt: number
  remove(): Promise<void>
}

export async function listImageFiles(config: Config): Promise<ImageFile[]> {
  const names = await readdir(toFolder(config)).catch(() => [])
  const files = names.map(async name => {
    const path = join(toFolder(config), name)
    const fileStat = await stat(path).catch(() => null)
    const id = FILE_NAME.exec(name)?.[1]
    if (fileStat === null || id === undefined) return []
    return [{ id, changedAt: fileStat.mtimeMs, remove: () => rm(path, { force: true }) }]
  })
  return (await Promise.all(files)).flat()
}
