// Keeps every released file, because pages load its entry and chunks long after the next deploy.
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PACKED_FOLDER, STORED_PACKAGES_FOLDER, toPackageFile } from './npm-package.js'
import { RELEASE_VERSION_PATTERN, type ReleaseFolders } from './release-folders.js'

const ENTRY = 'drama-app.js'
const INTEGRITY = 'integrity.json'
const FILE_SUFFIXES = ['', '.br', '.gz']

/** `other`: the version was stored before with other files, which stay. `none`: there is no build. */
export interface KeptRelease {
  version: string
  outcome: 'new' | 'known' | 'other' | 'none'
}

export async function keepRelease({ distDir, releasesDir }: ReleaseFolders): Promise<KeptRelease> {
  const buildDir = join(distDir, 'cdn')
  const integrity = await readFile(join(buildDir, INTEGRITY), 'utf8').catch(() => null)
  if (integrity === null) return { version: '', outcome: 'none' }
  const { version, files } = readIntegrity(integrity)
  await copyChunks(buildDir, releasesDir, Object.keys(files))
  await copyPackage(distDir, releasesDir, version)
  const isNew = await copyVersion(buildDir, join(releasesDir, version))
  if (isNew) return { version, outcome: 'new' }
  const storedIntegrity = await readFile(join(releasesDir, version, INTEGRITY), 'utf8')
  return { version, outcome: storedIntegrity === integrity ? 'known' : 'other' }
}

function readIntegrity(text: string): { version: string; files: Record<string, string> } {
  const { version, files } = JSON.parse(text) as { version: string; files: Record<string, string> }
  if (!RELEASE_VERSION_PATTERN.test(version)) throw new Error(`"${version}" is no version`)
  return { version, files }
}

async function copyChunks(buildDir: string, releasesDir: string, files: string[]): Promise<void> {
  await mkdir(join(releasesDir, 'chunks'), { recursive: true })
  const existing = new Set(await readdir(join(releasesDir, 'chunks')))
  const missing = files.filter(file => file.startsWith('chunks/') && !existing.has(file.slice('chunks/'.length)))
  await Promise.all(missing.map(file => copyWithCompressed(join(buildDir, file), join(releasesDir, file))))
}

/** A version keeps its first package, because lock files of partners have its hash. A build may have none. */
async function copyPackage(distDir: string, releasesDir: string, version: string): Promise<void> {
  const file = toPackageFile(version)
  const stored = join(releasesDir, STORED_PACKAGES_FOLDER, file)
  const packed = join(distDir, PACKED_FOLDER, file)
  if (existsSync(stored) || !existsSync(packed)) return
  await mkdir(join(releasesDir, STORED_PACKAGES_FOLDER), { recursive: true })
  await copyWithCompressed(packed, stored)
}

/** Renames a complete draft, so that a version never appears in part. Returns false if it exists. */
async function copyVersion(buildDir: string, folder: string): Promise<boolean> {
  if (await readFile(join(folder, ENTRY)).catch(() => null)) return false
  const draft = `${folder}.${randomBytes(6).toString('hex')}.part`
  await mkdir(draft)
  try {
    await Promise.all([ENTRY, INTEGRITY].map(file => copyWithCompressed(join(buildDir, file), join(draft, file))))
    await rename(draft, folder)
    return true
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    if (await readFile(join(folder, ENTRY)).catch(() => null)) return false
    throw error
  }
}

/** Copies the uncompressed file last, so that its compressed forms exist when it appears. */
async function copyWithCompressed(from: string, to: string): Promise<void> {
  const draft = `${to}.${randomBytes(6).toString('hex')}.part`
  for (const suffix of FILE_SUFFIXES.toReversed()) {
    const copied = await copyFile(from + suffix, draft).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (suffix !== '' && error.code === 'ENOENT') return false
        throw error
      }
    )
    if (copied) await rename(draft, to + suffix)
  }
}

export async function findNewestVersion(releasesDir: string, major: number): Promise<string | null> {
  const names = await readdir(releasesDir).catch((): string[] => [])
  const versions = names.filter(name => /^\d+\.\d+\.\d+$/.test(name)).map(name => name.split('.').map(Number))
  const [newest] = versions
    .filter(([ownMajor]) => ownMajor === major)
    .sort(([, a = 0, b = 0], [, minor = 0, patch = 0]) => minor - a || patch - b)
  return newest?.join('.') ?? null
}
