import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type DramaPackage, dramaPackage } from '../../server/modules/catalogue/package/package-schema.js'
import { IngestFailure, toErrorMessage } from './failure.js'

/** Throws `IngestFailure`. */
export const readPackage = async (folder: string): Promise<DramaPackage> => {
  const text = await readFile(join(folder, 'drama.json'), 'utf8').catch(() => {
    throw new IngestFailure(`${folder}: not a package, it has no drama.json`)
  })
  try {
    return dramaPackage.parse(JSON.parse(text))
  } catch (error) {
    throw new IngestFailure(`${join(folder, 'drama.json')}: ${toErrorMessage(error).slice(0, 200)}`)
  }
}
