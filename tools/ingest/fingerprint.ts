import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { listObjectNames } from '../../server/modules/catalogue/package/package-folder.js'
import { dramaPackage } from '../../server/modules/catalogue/package/package-schema.js'
import type { Options } from './options.js'
import type { Listing, NumberedListing } from './source-folder.js'

/** Increase it after a change in how sources are packaged, because it makes old packages out of date. */
const RECIPE_VERSION = 2

const fingerprintSchema = z.object({ fingerprint: z.string() })
export const fingerprintFile = 'ingest.json'

const fileHash = async (path: string): Promise<string> => {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

export const createFingerprint = async (
  { captioned = [], ...listing }: Listing & Partial<NumberedListing>,
  options: Options
): Promise<string> => {
  const { stable, qp, audioKbps, mono, into } = options
  const episodes = [...listing.episodes, ...captioned]
  const captions = episodes.flatMap(episode => episode.captions.map(caption => caption.file))
  const pictures = [listing.description, listing.cover, listing.banner].filter(name => name !== null)
  const names = new Set([...pictures, ...listing.episodes.map(episode => episode.file), ...captions])
  const files: string[] = []
  for (const name of names) files.push(`${name} ${await fileHash(join(listing.folder, name))}`)
  const settings = {
    recipe: RECIPE_VERSION,
    stable,
    qp: stable ? qp : null,
    audioKbps,
    mono,
    ...(into !== null && { isInto: true })
  }
  return createHash('sha256')
    .update(JSON.stringify([settings, files]))
    .digest('hex')
}

export const isUpToDate = async (folder: string, fingerprint: string): Promise<boolean> => {
  try {
    const stored = fingerprintSchema.parse(JSON.parse(await readFile(join(folder, fingerprintFile), 'utf8')))
    if (stored.fingerprint !== fingerprint) return false
    const drama = dramaPackage.parse(JSON.parse(await readFile(join(folder, 'drama.json'), 'utf8')))
    const objects = [...listObjectNames(drama)].map(name => join('objects', name))
    for (const name of [drama.cover, drama.banner, ...objects]) await access(join(folder, name))
    return true
  } catch {
    return false
  }
}
