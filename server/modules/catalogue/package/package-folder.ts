import { lstat, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { sha256Hex } from '../../../lib/sha256.js'
import { type DramaPackage, dramaPackage } from './package-schema.js'

export interface PackageFolder {
  folder: string
  hash: string
  drama: DramaPackage
  cover: Picture
  banner: Picture
}

export interface Picture {
  name: string
  file: string
}

export class BrokenPackage extends Error {}

/** Throws BrokenPackage. Does not check the media objects: see `checkObjects`. */
export async function readPackage(folder: string): Promise<PackageFolder> {
  const text = await readFile(join(folder, 'drama.json'), 'utf8').catch(() => {
    throw new BrokenPackage('drama.json cannot be read')
  })
  const drama = parsePackage(text)
  checkEpisodes(drama)
  const cover = await readPicture(folder, 'cover', drama.cover)
  const banner = await readPicture(folder, 'banner', drama.banner)
  return { folder, hash: sha256Hex(`${text}${cover.name}${banner.name}`), drama, cover, banner }
}

export type ListBucketFiles = (dramaId: string) => Promise<ReadonlyMap<string, { size: number }>>

/**
 * Throws BrokenPackage if an object is empty, or missing in the folder and in the bucket. Errors of `listBucketFiles` pass
 * through.
 */
export async function checkObjects({ folder, drama }: PackageFolder, listBucketFiles?: ListBucketFiles): Promise<void> {
  const names = [...listObjectNames(drama)]
  const sizes = await Promise.all(names.map(name => readSize(join(folder, 'objects', name))))
  const isComplete = sizes.every(size => size !== null)
  const bucketFiles = isComplete || listBucketFiles === undefined ? undefined : await listBucketFiles(drama.id)
  for (const [index, name] of names.entries()) {
    const size = sizes[index] ?? bucketFiles?.get(name)?.size
    if (size === undefined) {
      throw new BrokenPackage(
        `objects/${name} is missing${bucketFiles === undefined ? '' : ', here and in the bucket'}`
      )
    }
    if (size === 0) throw new BrokenPackage(`objects/${name} is empty`)
  }
}

async function readSize(path: string): Promise<number | null> {
  const stat = await lstat(path).catch(() => null)
  return stat?.isFile() ? stat.size : null
}

export const listObjectNames = ({ episodes }: DramaPackage) => new Set(episodes.flatMap(listEpisodeObjects))

function parsePackage(text: string): DramaPackage {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new BrokenPackage('drama.json is not JSON')
  }
  const parsed = dramaPackage.safeParse(json)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new BrokenPackage(`drama.json: ${issue?.path.join('.')}: ${issue?.message}`)
}

function checkEpisodes({ episodes, renditions }: DramaPackage): void {
  const numbers = new Set(episodes.map(episode => episode.no))
  const assets = new Set(episodes.map(episode => episode.asset))
  if (numbers.size !== episodes.length) throw new BrokenPackage('two episodes have the same number')
  if (assets.size !== episodes.length) throw new BrokenPackage('two episodes have the same asset')
  if (new Set(renditions.map(rendition => rendition.name)).size !== renditions.length) {
    throw new BrokenPackage('two renditions have the same name')
  }
  for (const { no, tracks, segment_durations: durations } of episodes) {
    if (tracks.length !== renditions.length) throw new BrokenPackage(`episode ${no}: one track per rendition is needed`)
    if (tracks.some(track => track.segments.length !== durations.length)) {
      throw new BrokenPackage(`episode ${no}: one segment per duration is needed`)
    }
  }
}

async function readPicture(folder: string, kind: 'cover' | 'banner', name: string): Promise<Picture> {
  if (basename(name) !== name || !name.endsWith('.webp'))
    throw new BrokenPackage(`${kind}: "${name}" is not a .webp name`)
  const file = join(folder, name)
  const content = await readFile(file).catch(() => {
    throw new BrokenPackage(`${name} is missing`)
  })
  return { name: `${kind}-${sha256Hex(content).slice(0, 16)}.webp`, file }
}

const listEpisodeObjects = ({ tracks, captions }: DramaPackage['episodes'][number]) => [
  ...tracks.flatMap(track => [track.init, ...track.segments]),
  ...captions.map(caption => caption.object)
]
