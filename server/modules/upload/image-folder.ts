import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config/config.js'

const NAME = /^(i_[0-9a-f]{32})\.(jpg|tmp)$/

/** Where pictures lie: under the data, never under what is served by name. */
const folderOf = ({ dataDir }: Config) => join(dataDir, 'reward-images')

const pathOf = (config: Config, id: string, ending: 'jpg' | 'tmp') => join(folderOf(config), `${id}.${ending}`)

/** Writes a picture for nobody to find yet; it is on the disk when this ends. */
export async function writeTemporary(config: Config, id: string, bytes: Uint8Array): Promise<void> {
  await mkdir(folderOf(config), { recursive: true, mode: 0o700 })
  const file = await open(pathOf(config, id, 'tmp'), 'wx', 0o600)
  await writeThrough(file, bytes).finally(() => file.close())
}

async function writeThrough(file: FileHandle, bytes: Uint8Array): Promise<void> {
  await file.writeFile(bytes)
  await file.sync()
}

/** Gives a picture its name; also one whose server ended before it could. */
export async function storeImage(config: Config, id: string): Promise<void> {
  await rename(pathOf(config, id, 'tmp'), pathOf(config, id, 'jpg')).catch(() => undefined)
}

/** The bytes of a picture, null where there is none. */
export async function readPicture(config: Config, id: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const read = () => readFile(pathOf(config, id, 'jpg')).catch(() => null)
  const bytes = (await read()) ?? (await storeImage(config, id).then(read))
  return bytes === null ? null : new Uint8Array(bytes)
}

/** A file in the folder; `changedAt` in epoch ms. */
export interface OrphanFile {
  id: string
  changedAt: number
  remove(): Promise<void>
}

/** Every file that lies there. */
export async function orphanFiles(config: Config): Promise<OrphanFile[]> {
  const names = await readdir(folderOf(config)).catch(() => [])
  const files = names.map(async name => {
    const path = join(folderOf(config), name)
    const known = await stat(path).catch(() => null)
    const id = NAME.exec(name)?.[1]
    if (known === null || id === undefined) return []
    return [{ id, changedAt: known.mtimeMs, remove: () => rm(path, { force: true }) }]
  })
  return (await Promise.all(files)).flat()
}
