// Reads one packaged drama from its folder and says in one line what is wrong with it.
import { lstat, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { digest } from '../../../lib/sha256.js'
import { type DramaPackage, dramaPackage } from './package-schema.js'

/** A packaged drama in its folder; `hash` covers drama.json and both pictures, `cover` and `banner` are public names. */
export interface PackageFolder {
  folder: string
  hash: string
  drama: DramaPackage
  cover: Picture
  banner: Picture
}

/** A picture under its public name `cover-<hash>.webp`, and the file that holds it. */
export interface Picture {
  name: string
  file: string
}

/** What is wrong with a package. */
export class BrokenPackage extends Error {}

/** Reads and checks `<folder>/drama.json`; throws BrokenPackage. The objects are checked by `checkObjects`. */
export async function readPackage(folder: string): Promise<PackageFolder> {
  const text = await readFile(join(folder, 'drama.json'), 'utf8').catch(() => {
    throw new BrokenPackage('drama.json cannot be read')
  })
  const drama = parsePackage(text)
  checkEpisodes(drama)
  const cover = await readPicture(folder, 'cover', drama.cover)
  const banner = await readPicture(folder, 'banner', drama.banner)
  return { folder, hash: digest(`${text}${cover.name}${banner.name}`), drama, cover, banner }
}

/** Names and sizes of files that lie elsewhere, of one drama. */
export type BucketFiles = (dramaId: string) => Promise<ReadonlyMap<string, { size: number }>>

/**
 * Every object a package names must be a plain file of its own folder, or lie elsewhere; throws BrokenPackage. What
 * fails to say whether it does throws its own error.
 */
export async function checkObjects({ folder, drama }: PackageFolder, elsewhere?: BucketFiles): Promise<void> {
  const names = [...objectNames(drama)]
  const sizes = await Promise.all(names.map(name => sizeOf(join(folder, 'objects', name))))
  const isHere = sizes.every(size => size !== null)
  const others = isHere || elsewhere === undefined ? undefined : await elsewhere(drama.id)
  for (const [index, name] of names.entries()) {
    const size = sizes[index] ?? others?.get(name)?.size
    if (size === undefined) {
      throw new BrokenPackage(`objects/${name} is missing${others === undefined ? '' : ', here and in the bucket'}`)
    }
    if (size === 0) throw new BrokenPackage(`objects/${name} is empty`)
  }
}

async function sizeOf(path: string): Promise<number | null> {
  const stat = await lstat(path).catch(() => null)
  return stat?.isFile() ? stat.size : null
}

/** Every object that a package names, once. */
export const objectNames = ({ episodes }: DramaPackage) => new Set(episodes.flatMap(objectsOf))

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
  return { name: `${kind}-${digest(content).slice(0, 16)}.webp`, file }
}

const objectsOf = ({ tracks, captions }: DramaPackage['episodes'][number]) => [
  ...tracks.flatMap(track => [track.init, ...track.segments]),
  ...captions.map(caption => caption.object)
]
