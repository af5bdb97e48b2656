import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReleaseFolders } from './releases.js'
import { newestKept } from './releases.js'

/** An address below `/v2.4.0/` (`version`) or `/v2/` (`major`). */
export type ReleaseAddress = { file: string } & ({ version: string } | { major: number })

/** Reads `/v2.4.0/drama-app.js` and the like; null for every other path. */
export function readReleaseAddress(path: string): ReleaseAddress | null {
  const [, release = '', file = ''] = /^\/v(\d[0-9A-Za-z.-]*)\/(.+)$/.exec(path) ?? []
  if (!isDelivered(file)) return null
  if (/^\d{1,6}$/.test(release)) return { file, major: Number(release) }
  return /^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/.test(release) ? { file, version: release } : null
}

/** What a release has: its entry, what its files are to be, and its chunks. */
const isDelivered = (file: string) => /^(drama-app\.js|integrity\.json|chunks\/[\w.-]+\.js)$/.test(file)

/** Folders and paths in them where the file may lie, the first that has it counts. */
export async function placesOf(address: ReleaseAddress, folders: ReleaseFolders): Promise<[string, string][]> {
  const { distDir, releasesDir } = folders
  const { file } = address
  const built: [string, string] = [join(distDir, 'cdn'), `/${file}`]
  // The name of a chunk says what is in it, whichever version asks.
  if (file.startsWith('chunks/')) return [built, [releasesDir, `/${file}`]]
  const current = await builtVersion(distDir)
  const kept = (version: string): [string, string] => [releasesDir, `/${version}/${file}`]
  if ('version' in address) return [kept(address.version), ...(address.version === current ? [built] : [])]
  if (current !== null && Number.parseInt(current, 10) === address.major) return [built]
  const newest = await newestKept(releasesDir, address.major)
  return newest === null ? [] : [kept(newest)]
}

async function builtVersion(distDir: string): Promise<string | null> {
  const text = await readFile(join(distDir, 'cdn/integrity.json'), 'utf8').catch(() => null)
  return text === null ? null : (JSON.parse(text) as { version: string }).version
}
