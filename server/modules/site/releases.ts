// What was delivered once stays: pages hold on to the addresses of entries and chunks for longer than a deploy lasts.
import { randomBytes } from 'node:crypto'
import { copyFile, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

const ENTRY = 'drama-app.js'
const INTEGRITY = 'integrity.json'
const PACKED = ['', '.br', '.gz']
const VERSION = /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/

/** Where the build lies, and where what was delivered is kept. */
export interface ReleaseFolders {
  distDir: string
  releasesDir: string
}

/** `other`: this version was kept before with other files, which stay; `none`: there is no build. */
export interface KeptRelease {
  version: string
  outcome: 'new' | 'known' | 'other' | 'none'
}

/** Copies the build into the folder of releases: chunks under their names, which say what is in them, the entry under its version. */
export async function keepRelease({ distDir, releasesDir }: ReleaseFolders): Promise<KeptRelease> {
  const built = join(distDir, 'cdn')
  const integrity = await readFile(join(built, INTEGRITY), 'utf8').catch(() => null)
  if (integrity === null) return { version: '', outcome: 'none' }
  const { version, files } = readIntegrity(integrity)
  await keepChunks(built, releasesDir, Object.keys(files))
  const isNew = await keepVersion(built, join(releasesDir, version))
  if (isNew) return { version, outcome: 'new' }
  const kept = await readFile(join(releasesDir, version, INTEGRITY), 'utf8')
  return { version, outcome: kept === integrity ? 'known' : 'other' }
}

function readIntegrity(text: string): { version: string; files: Record<string, string> } {
  const { version, files } = JSON.parse(text) as { version: string; files: Record<string, string> }
  if (!VERSION.test(version)) throw new Error(`"${version}" is no version`)
  return { version, files }
}

async function keepChunks(built: string, releasesDir: string, files: string[]): Promise<void> {
  await mkdir(join(releasesDir, 'chunks'), { recursive: true })
  const there = new Set(await readdir(join(releasesDir, 'chunks')))
  const missing = files.filter(file => file.startsWith('chunks/') && !there.has(file.slice('chunks/'.length)))
  await Promise.all(missing.map(file => copyPacked(join(built, file), join(releasesDir, file))))
}

/** A version appears whole or not at all; false where it is there already. */
async function keepVersion(built: string, folder: string): Promise<boolean> {
  if (await readFile(join(folder, ENTRY)).catch(() => null)) return false
  const draft = `${folder}.${randomBytes(6).toString('hex')}.part`
  await mkdir(draft)
  try {
    await Promise.all([ENTRY, INTEGRITY].map(file => copyPacked(join(built, file), join(draft, file))))
    await rename(draft, folder)
    return true
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    // Another server of the same folder was faster.
    if (await readFile(join(folder, ENTRY)).catch(() => null)) return false
    throw error
  }
}

/** A file and its packed forms, itself last: who finds it finds them. Each appears under its name when it is whole. */
async function copyPacked(from: string, to: string): Promise<void> {
  const draft = `${to}.${randomBytes(6).toString('hex')}.part`
  for (const form of PACKED.toReversed()) {
    const copied = await copyFile(from + form, draft).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (form !== '' && error.code === 'ENOENT') return false
        throw error
      }
    )
    if (copied) await rename(draft, to + form)
  }
}

/** The newest version of a major that is kept, without those that only lead to one; null when there is none. */
export async function newestKept(releasesDir: string, major: number): Promise<string | null> {
  const names = await readdir(releasesDir).catch((): string[] => [])
  const versions = names.filter(name => /^\d+\.\d+\.\d+$/.test(name)).map(name => name.split('.').map(Number))
  const [newest] = versions
    .filter(([own]) => own === major)
    .sort(([, a = 0, b = 0], [, minor = 0, patch = 0]) => minor - a || patch - b)
  return newest?.join('.') ?? null
}
