// The files of uploads. Their names are the ids of the uploads; what members called them is in the database.
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config/config.js'

export const toUploadFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'uploads')

const UPLOAD_ID = /^up_[0-9a-f]{32}$/

export const isUploadId = (id: string): boolean => UPLOAD_ID.test(id)

/** Throws for anything but an id, because it becomes a path. */
export function toUploadFile(config: Pick<Config, 'dataDir'>, id: string): string {
  if (!isUploadId(id)) throw new Error('not the id of an upload')
  return join(toUploadFolder(config), id)
}

/** 0 if the file is missing. */
export const readReceivedBytes = (config: Pick<Config, 'dataDir'>, id: string): Promise<number> =>
  stat(toUploadFile(config, id)).then(
    ({ size }) => size,
    () => 0
  )

export async function removeUploadFile(config: Pick<Config, 'dataDir'>, id: string): Promise<void> {
  const file = toUploadFile(config, id)
  await rm(file, { force: true })
  await rm(`${file}.json`, { force: true })
}
